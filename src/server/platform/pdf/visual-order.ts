/** The PDF library sets words from left to right and reverses only letters within words, so right-to-left words are reordered here. */

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const leftToRight = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{N}/u

const LINE = 60

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

export const inVisualOrder = (text: string): string =>
  rightToLeft.test(text)
    ? text
        .split('\n')
        .map((line) => (rightToLeft.test(line) ? lineInOrder(line) : line))
        .join('\n')
    : text
