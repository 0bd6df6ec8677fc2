/**
 * The letters that documents can print: those of their fonts (server/platform/pdf). Words of other scripts, and pictures, are printed in
 * Latin letters instead.
 */

/** Scripts whose letters the fonts have, of which rare ones may be missing. */
const OTHER =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}\p{C}\s]+|[\u{1f000}-\u{1faff}]+/gu

/** The parts of a text that documents cannot print as they are: 'Ajay अजय' → ['अजय']. */
export const unprinted = (text: string): string[] => text.match(OTHER) ?? []

/** Asks for a Latin spelling of what documents cannot print; null where they can. The text may be saved all the same. */
export function printDoubt(text: string): string | null {
  const parts = unprinted(text)
  if (parts.length === 0) return null
  return `Our documents cannot print “${parts.join(' ').slice(0, 60)}”. Please write it in Latin letters; else they have a spelling that we make of it.`
}
