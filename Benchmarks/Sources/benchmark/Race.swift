import CPeer

/// One of those that do the same work.
struct Contestant {
  let name: String
  /// What comes before a step and is not measured; gets the step's number.
  var prepare: (Int) async throws -> Void = { _ in }
  /// What is measured.
  let run: (Int) async throws -> Void
  /// Ends it, and removes what it left.
  var close: () async throws -> Void = {}
}

/// What a contestant needed.
struct Lane {
  let name: String
  /// Of each round the median, in microseconds.
  var medians: [Double] = []
  /// Of each round the longest.
  var worst: [Double] = []

  var median: Double { medians.median }
}

/// Runs contestants in turn: each round has so many steps of each, and in each round another one
/// begins, so that whatever else the machine does meets all of them alike.
///
/// - Parameters:
///   - contestants: ours first.
///   - rounds: rounds that count; one before does not.
///   - steps: steps of each in a round.
func race(_ contestants: [Contestant], rounds: Int, steps: Int) async throws -> [Lane] {
  var lanes = contestants.map { Lane(name: $0.name) }
  for round in 0...rounds {
    for offset in contestants.indices {
      let index = (round + offset) % contestants.count
      let contestant = contestants[index]
      var times: [Double] = []
      times.reserveCapacity(steps)
      for step in round * steps..<(round + 1) * steps {
        try await contestant.prepare(step)
        let start = peer_nanoseconds()
        try await contestant.run(step)
        times.append(Double(peer_nanoseconds() - start) / 1e3)
      }
      if round > 0 {
        lanes[index].medians.append(times.median)
        lanes[index].worst.append(times.max() ?? 0)
      }
    }
  }
  for contestant in contestants { try await contestant.close() }
  return lanes
}

/// What the system counts for one step; medians over steps, so that a checkpoint now and then does
/// not count.
struct Counts {
  var bytes: Double
  var syncs: Double
  var statements: Double
}

/// Counts what a contestant asks of the system, step by step; not timed.
///
/// - Parameter make: makes the contestant; its connections are opened here, so that their statements
///   can be counted.
func count(steps: Int = 41, _ make: () async throws -> Contestant) async throws -> Counts {
  peer_trace(true)
  let contestant = try await make()
  var bytes: [Double] = []
  var syncs: [Double] = []
  var statements: [Double] = []
  for step in 0..<steps + 10 {
    try await contestant.prepare(step)
    let before = (peer_bytes_written(), peer_syncs(), peer_statements())
    try await contestant.run(step)
    guard step >= 10 else { continue }
    bytes.append(Double(peer_bytes_written() - before.0))
    syncs.append(Double(peer_syncs() - before.1))
    statements.append(Double(peer_statements() - before.2))
  }
  peer_trace(false)
  try await contestant.close()
  return Counts(bytes: bytes.median, syncs: syncs.median, statements: statements.median)
}

extension [Double] {
  /// The middle one.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
