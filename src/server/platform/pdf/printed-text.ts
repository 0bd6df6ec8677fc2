import type { ContentText } from 'pdfmake/interfaces'
import { inVisualOrder } from './visual-order'

const MOST_PRINTED = 10_000
const MOST_LINES = 500
/** pdfmake tries to break longer words at every character, which takes seconds. */
const longWord = /\S{80}(?=\S)/gu

/** In the site's font; other characters use the second font. */
const ofOwnFont =
  /[\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+/u
const runs =
  /[\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+|[^\x20-\x7e\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212\n]+/gu

const isPlain = /^[\x20-\x7e\n]*$/
const cleaned = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll('\t', ' ')
        .replaceAll(/[^\P{C}\n]/gu, '')

/** Drops control characters, direction marks and lone surrogates; 10,000 characters in 500 lines, words of 80 characters. */
export const printable = (text: string): string =>
  cleaned(text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED)}…` : text)
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(longWord, '$& ')
    .trim()
    .split('\n', MOST_LINES)
    .join('\n')

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu
const widthOf = (text: string): number => (isPlain.test(text) ? text.length : text.length + (text.match(wide) ?? []).length)

/** @param most characters; wide ones count twice */
export function printableLine(text: string, most = 200): string {
  const line = printable(text.slice(0, 2 * most)).replaceAll(/\s+/g, ' ')
  if (widthOf(line) <= most) return line
  let cut = line.slice(0, most - 1)
  while (widthOf(cut) > most - 1) cut = cut.slice(0, -1)
  return `${printable(cut)}…`
}

export interface Room {
  lines: number
  letters: number
}

const CUT = '… [Cut to fit the paper: the whole text is kept with the record.]'

function fitted(text: string, { lines, letters }: Room): string {
  // Cleaning may remove as much again.
  const most = 2 * lines * letters
  const whole = printable(text.slice(0, most))
  let left = lines
  let end = 0
  for (const line of whole.split('\n')) {
    const needed = Math.max(1, Math.ceil(widthOf(line) / letters))
    if (needed > left) return `${cleanEnd(whole.slice(0, end + Math.floor((left * letters * line.length) / widthOf(line))))}${CUT}`
    left -= needed
    end += line.length + 1
  }
  return text.length > most ? `${whole}${CUT}` : whole
}

/** Drops half a word or surrogate pair left by a cut. */
const cleanEnd = (cut: string) =>
  cut
    .replace(/\s\S{0,30}$/u, '')
    .trimEnd()
    .replace(/\p{Surrogate}$/u, '')

export const printed = (text: string, room?: Room): Pick<ContentText, 'text'> => ({
  text: (inVisualOrder(room ? fitted(text, room) : printable(text)).match(runs) ?? []).map((run) =>
    ofOwnFont.test(run) ? { text: run } : { text: run, font: 'DejaVu Sans' },
  ),
})
