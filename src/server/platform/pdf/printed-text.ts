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

/**
 * A text as it can be printed: without control characters, signs that turn the direction of writing, and halves of characters,
 * which plain SQL or another system may have put there; at most 10,000 characters in 500 lines, no more than one empty line at a
 * time, and no word of more than 80 characters.
 */
export const printable = (text: string): string =>
  (text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED)}…` : text)
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(longWord, '$& ')
    .trim()
    .split('\n', MOST_LINES)
    .join('\n')

/** The same in one line. @param most characters */
export function printableLine(text: string, most = 200): string {
  const line = printable(text).replaceAll(/\s+/g, ' ')
  return line.length > most ? `${printable(line.slice(0, most - 1))}…` : line
}

/** A text for a document, each part in a font that has its letters. */
export const printed = (text: string): Pick<ContentText, 'text'> => ({
  text: (printable(text).match(runs) ?? []).map((run) => (ofOwnFont.test(run) ? { text: run } : { text: run, font: 'DejaVu Sans' })),
})
