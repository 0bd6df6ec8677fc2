/** The scripts that the fonts of documents cover (server/platform/pdf); other scripts and emoji need Latin letters. */

/** Characters outside those scripts. Rare characters inside them may be missing too. */
const OTHER =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}\p{C}\s]+|[\u{1f000}-\u{1faff}]+/gu

/** 'Ajay अजय' → ['अजय'] */
export const unprinted = (text: string): string[] => text.match(OTHER) ?? []

/** Asks for a Latin spelling of characters that documents cannot print; null if there are none. Does not prevent saving. */
export function printDoubt(text: string): string | null {
  const parts = unprinted(text)
  if (parts.length === 0) return null
  return `Our documents cannot print “${parts.join(' ').slice(0, 60)}”. Please write it in Latin letters; else they have a spelling that we make of it.`
}
