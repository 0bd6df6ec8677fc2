import type { ContentText } from 'pdfmake/interfaces'

/** As much of one text as is printed (characters): as much as a form takes. */
const MOST_PRINTED = 10_000
/** As many lines of it. */
const MOST_LINES = 500
/** A longer word is parted, so that no line is tried at all its characters (the library takes seconds over it). */
const longWord = /\S{80}(?=\S)/gu

/** What the site's own font has: Latin letters, and the signs that texts in them need. Everything else is printed in the other font. */
const ofOwnFont =
  /[\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+/u
const runs =
  /[\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+|[^\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+/gu

/** Most texts have nothing that must go. */
const isPlain = /^[\x20-\x7e\n]*$/
const cleaned = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll('\t', ' ')
        .replaceAll(/[^\P{C}\n]/gu, '')

/**
 * A text as it can be printed: without control characters, signs that turn the direction of writing, and halves of characters,
 * which plain SQL or another system may have put there; at most 10,000 characters in 500 lines, no more than one empty line at a
 * time, and no word of more than 80 characters.
 */
export const printable = (text: string): string =>
  cleaned(text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED)}…` : text)
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(longWord, '$& ')
    .trim()
    .split('\n', MOST_LINES)
    .join('\n')

/** The same in one line. @param most characters */
export function printableLine(text: string, most = 200): string {
  const line = printable(text.slice(0, 2 * most)).replaceAll(/\s+/g, ' ')
  return line.length > most ? `${printable(line.slice(0, most - 1))}…` : line
}

/** Lines on paper, and about how many letters stand in one. */
export interface Room {
  lines: number
  letters: number
}

const CUT = '… [Cut to fit the paper: the whole text is kept with the record.]'

/** A printable text as far as there is room for it, with a note where it goes on. */
function fitted(text: string, { lines, letters }: Room): string {
  // What is left out when it is cleaned may be as much again.
  const most = 2 * lines * letters
  const whole = printable(text.slice(0, most))
  let left = lines
  let end = 0
  for (const line of whole.split('\n')) {
    const needed = Math.max(1, Math.ceil(line.length / letters))
    if (needed > left) return `${cleanEnd(whole.slice(0, end + left * letters))}${CUT}`
    left -= needed
    end += line.length + 1
  }
  return text.length > most ? `${whole}${CUT}` : whole
}

/** Without the half of a word, or of a character, that a cut has left. */
const cleanEnd = (cut: string) =>
  cut
    .replace(/\s\S{0,30}$/u, '')
    .trimEnd()
    .replace(/\p{Surrogate}$/u, '')

/** A text for a document, each part in a font that has its letters. @param room where it may not take as much as it needs */
export const printed = (text: string, room?: Room): Pick<ContentText, 'text'> => ({
  text: ((room ? fitted(text, room) : printable(text)).match(runs) ?? []).map((run) =>
    ofOwnFont.test(run) ? { text: run } : { text: run, font: 'DejaVu Sans' },
  ),
})
