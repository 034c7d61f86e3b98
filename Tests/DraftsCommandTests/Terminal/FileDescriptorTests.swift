import FormDrafts
import Foundation
import Testing

@testable import DraftsCommand

/// Writes to pipes nobody reads, so SIGPIPE must be ignored first.
@Suite("Streams over file descriptors")
struct FileDescriptorTests {
  init() { ProcessPolicy.installSignalPolicy() }

  private func read(_ pipe: SystemPipe) throws -> String {
    pipe.closeWriter()
    let bytes = try FileDescriptorSource(descriptor: pipe.reader).readAll(limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A sink without a buffer writes at once, one with a buffer at flush")
  func buffering() throws {
    let pipe = try SystemPipe()
    let source = FileDescriptorSource(descriptor: pipe.reader)
    let buffered = FileDescriptorSink(descriptor: pipe.writer, capacity: 100)
    let direct = FileDescriptorSink(descriptor: pipe.writer, capacity: 0)
    try buffered.writeLine("later")
    try direct.writeLine("now")
    #expect(try source.readLine(limit: 100) == Array("now".utf8))
    try buffered.flush()
    #expect(try source.readLine(limit: 100) == Array("later".utf8))
  }

  @Test("Bytes leave in the order they came, however large the parts")
  func order() throws {
    let pipe = try SystemPipe()
    let sink = FileDescriptorSink(descriptor: pipe.writer, capacity: 8)
    let parts = ["abc", "defgh", "i", "0123456789", "", "j", "0123456789ABCDEF", "k"]
    for part in parts { try sink.write(part) }
    try sink.flush()
    try sink.flush()
    #expect(try read(pipe) == parts.joined())
  }

  @Test("A closed pipe is its own failure, and stays")
  func closedPipe() throws {
    let pipe = try SystemPipe()
    pipe.closeReader()
    let sink = FileDescriptorSink(descriptor: pipe.writer, capacity: 0)
    #expect(throws: StreamFailure.closedPipe) { try sink.write("x") }
    #expect(throws: StreamFailure.closedPipe) { try sink.write("") }
    #expect(throws: StreamFailure.closedPipe) { try sink.flush() }
    #expect(StreamFailure.closedPipe.draftError(file: nil) == nil)
    #expect(ExitCode(StreamFailure.closedPipe) == .done)
  }

  @Test("After a failure nothing more is written")
  func nothingAfterFailure() throws {
    let pipe = try SystemPipe()
    let sink = FileDescriptorSink(descriptor: -1, capacity: 4)
    try sink.write("ab")
    #expect(throws: StreamFailure.system(.write, code: EBADF)) { try sink.flush() }
    #expect(throws: StreamFailure.system(.write, code: EBADF)) { try sink.write("c") }
    #expect(try read(pipe) == "")
  }

  #if os(Linux)
    @Test("A full disk is a failure with words and an exit code")
    func fullDisk() throws {
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0)
      defer { close(full) }
      let sink = FileDescriptorSink(descriptor: full, capacity: 0)
      let failure = StreamFailure.system(.write, code: ENOSPC)
      #expect(throws: failure) { try sink.write("x") }
      let error = try #require(failure.draftError(file: nil))
      #expect(error.message == "Cannot write the output: No space left on device.")
      #expect(error.code == .noSpace)
      #expect(ExitCode(failure) == .inputOutput)
    }
  #endif

  @Test("A descriptor made non-blocking by somebody else loses nothing")
  func nonBlocking() throws {
    let pipe = try SystemPipe()
    pipe.makeNonBlocking(pipe.writer)
    pipe.makeNonBlocking(pipe.reader)
    // More than a pipe holds, so that the writer must wait for the reader.
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let writer = dup(pipe.writer)
    pipe.closeWriter()
    // A thread of its own: both ends wait, and tasks share few threads.
    Thread.detachNewThread {
      try? FileDescriptorSink(descriptor: writer, capacity: 0).write(bytes)
      close(writer)
    }
    let source = FileDescriptorSource(descriptor: pipe.reader)
    #expect(try source.readAll(limit: bytes.count) == bytes)
  }

  @Test("An input up to its limit is read, a longer one refused")
  func limit() throws {
    for (limit, isRead) in [(5, true), (6, true), (4, false), (0, false)] {
      let pipe = try SystemPipe()
      try FileDescriptorSink(descriptor: pipe.writer, capacity: 0).write("12345")
      pipe.closeWriter()
      let source = FileDescriptorSource(descriptor: pipe.reader)
      if isRead {
        #expect(try source.readAll(limit: limit) == Array("12345".utf8))
        #expect(try source.readAll(limit: limit) == [])
      } else {
        #expect(throws: StreamFailure.tooLarge(limit: limit)) { try source.readAll(limit: limit) }
      }
    }
  }

  @Test("Lines come one by one, the last without its line feed, then the end")
  func lines() throws {
    let pipe = try SystemPipe()
    try FileDescriptorSink(descriptor: pipe.writer, capacity: 0).write("one\n\ntwo\nthree")
    pipe.closeWriter()
    let source = FileDescriptorSource(descriptor: pipe.reader)
    #expect(try source.readLine(limit: 3) == Array("one".utf8))
    #expect(try source.readLine(limit: 3) == [])
    #expect(try source.readLine(limit: 3) == Array("two".utf8))
    #expect(throws: StreamFailure.tooLarge(limit: 3)) { try source.readLine(limit: 3) }
    #expect(try source.readAll(limit: 10) == Array("three".utf8))
    #expect(try source.readLine(limit: 3) == nil)
  }

  @Test("A file is read by its path; what cannot be is said with its name, harmless")
  func paths() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "values.json").path()
    try Data("{}".utf8).write(to: URL(filePath: file))
    #expect(try FileDescriptorSource(path: file).readAll(limit: 2) == Array("{}".utf8))
    #expect(throws: StreamFailure.system(.read, code: EISDIR)) {
      try FileDescriptorSource(path: directory.path()).readAll(limit: 2)
    }
    #expect(throws: StreamFailure.system(.open, code: ENOENT)) {
      try FileDescriptorSource(path: file + "\u{0}x")
    }
    let failure = StreamFailure.system(.open, code: ENOENT)
    let error = try #require(failure.draftError(file: "\u{1B}[2J.json"))
    #expect(error.message == #"Cannot open “\u{1b}[2J.json”: No such file or directory."#)
    #expect(error.code == .io)
    let tooLarge = try #require(StreamFailure.tooLarge(limit: 67_108_864).draftError(file: "v"))
    #expect(tooLarge.message == "“v” has more than 67.1 MB.")
    #expect(ExitCode(StreamFailure.tooLarge(limit: 1)) == .badData)
  }

  @Test("Missing permission has its own exit code")
  func permission() {
    #expect(ExitCode(StreamFailure.system(.open, code: EACCES)) == .notOurs)
    #expect(ExitCode(StreamFailure.system(.read, code: EISDIR)) == .inputOutput)
  }
}
