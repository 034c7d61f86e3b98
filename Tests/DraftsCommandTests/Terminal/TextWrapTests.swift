import Testing

@testable import DraftsCommand

@Suite("Wrapped text")
struct TextWrapTests {
  @Test("Lines break between words, by cells")
  func breaks() {
    #expect(TextWrap.lines(of: "one two three", width: 7) == ["one two", "three"])
    #expect(TextWrap.lines(of: "日本 語の 訪問", width: 9) == ["日本 語の", "訪問"])
    #expect(TextWrap.lines(of: "one two", width: 100) == ["one two"])
  }

  @Test("A line break of the text stays one")
  func paragraphs() {
    #expect(TextWrap.lines(of: "one\n\ntwo", width: 10) == ["one", "", "two"])
  }

  @Test("A word wider than the line stands alone and whole")
  func longWord() {
    #expect(TextWrap.lines(of: "a 0123456789 b", width: 5) == ["a", "0123456789", "b"])
  }
}
