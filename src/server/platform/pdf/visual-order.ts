/**
 * Words that are written from right to left, such as Arabic and Hebrew ones, in the order in which they stand on paper: the library that
 * draws documents sets one word after another from left to right, and turns the letters of each by itself.
 */

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const leftToRight = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{N}/u

/** Letters of a line that is known to fit: what is written from right to left begins at the end of a line. */
const LINE = 60

/** Reverses each longest row of words of one kind, with the blanks between them. */
function reversed(words: readonly string[], isOfKind: (word: string) => boolean): string[] {
  const result: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!isOfKind(word)) {
      result.push(word)
      continue
    }
    let end = at
    for (let next = at + 1; next < words.length && !(isWord(words[next]) && !isOfKind(words[next] ?? '')); next += 1)
      if (isOfKind(words[next] ?? '')) end = next
    result.push(...words.slice(at, end + 1).toReversed())
    at = end
  }
  return result
}
const isWord = (text: string | undefined) => text !== undefined && /\S/u.test(text)

/** A line that begins from right to left, in lines that fit. */
function* lines(words: readonly string[]): Generator<string[]> {
  let line: string[] = []
  let length = 0
  for (const word of words) {
    if (length + word.length > LINE && line.some(isWord)) {
      yield line
      line = []
      length = 0
    }
    line.push(word)
    length += word.length
  }
  yield line
}

function lineInOrder(line: string): string {
  const words = line.match(/\s+|\S+/gu) ?? []
  const first = words.find((word) => rightToLeft.test(word) || leftToRight.test(word)) ?? ''
  const isRight = (word: string) => rightToLeft.test(word)
  if (!isRight(first)) return reversed(words, isRight).join('')
  return [...lines(words)]
    .map((each) =>
      reversed(each.toReversed(), (word) => isWord(word) && !isRight(word))
        .join('')
        .trim(),
    )
    .join('\n')
}

/** Orders the words of each line as they stand on paper. */
export const inVisualOrder = (text: string): string =>
  rightToLeft.test(text)
    ? text
        .split('\n')
        .map((line) => (rightToLeft.test(line) ? lineInOrder(line) : line))
        .join('\n')
    : text
