// @ts-check
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import anyAscii from 'any-ascii'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

/**
 * Fonts for characters that the second font lacks: Chinese, Japanese and Korean, from web fonts of about a hundred files each. A document
 * gets a subset with its own characters. Characters without a font, such as Thai or emoji, are printed in Latin letters, so that no
 * document has empty boxes.
 */

/** @typedef {{ text: string, font: string }} Run as printed-text.ts makes them */
/** @typedef {Record<string, { normal: string, bold: string }>} Fonts by name, as names of files */

/** @param {string[]} parts */
const inPackages = (...parts) => path.join(process.cwd(), 'node_modules', ...parts)

/** In order of preference; a text with kana prefers the Japanese font, for its letter forms. */
const families = { sc: 'noto-sans-sc', jp: 'noto-sans-jp', kr: 'noto-sans-kr' }
const WEIGHTS = /** @type {const} */ ({ normal: 400, bold: 700 })

/** @param {string} text */
const orderFor = (text) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? [families.jp, families.sc, families.kr] : [families.sc, families.jp, families.kr]

/** @type {Map<string, Map<number, string>>} */
const read = new Map()

/**
 * The font file for each code point of a family. The list says which file browsers request for a code point: the file may still lack it.
 * @param {string} family
 */
function filesOf(family) {
  const known = read.get(family)
  if (known) return known
  /** @type {Map<number, string>} */
  const files = new Map()
  /** @type {Record<string, string>} */
  const ranges = JSON.parse(readFileSync(inPackages('@fontsource-variable', family, 'unicode.json'), 'utf8'))
  for (const [subset, text] of Object.entries(ranges)) {
    const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
    for (const range of text.split(',')) {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let point = first; point <= last; point += 1) files.set(point, name)
    }
  }
  read.set(family, files)
  return files
}

/** @type {Set<number> | undefined} */
let ofSecondFont

/** @param {Buffer} bytes */
function fontOfBytes(bytes) {
  const font = create(bytes)
  if (!('numGlyphs' in font)) throw new Error('A file of several fonts')
  return font
}

/**
 * Yields every text in a document that uses the second font.
 * @param {unknown} node
 * @param {string} second
 * @returns {Generator<{ run: Run, isBold: boolean }>}
 */
function* runsIn(node, second, isBold = false) {
  if (typeof node !== 'object' || node === null) return
  const bold = isBold || ('bold' in node && node.bold === true)
  if ('font' in node && node.font === second && 'text' in node && typeof node.text === 'string')
    yield { run: /** @type {Run} */ (node), isBold: bold }
  else for (const child of Object.values(node)) yield* runsIn(child, second, bold)
}

/**
 * Makes subset fonts for characters, one from each file that has some of them.
 * @param {Set<string>} wanted
 * @param {string[]} order families
 * @param {boolean} isBold true if any text is bold
 * @param {(name: string, bytes: Buffer) => string} store returns the file's name
 */
async function makeFonts(wanted, order, isBold, store) {
  /** @type {Fonts} */
  const fonts = {}
  /** @type {Map<string, string>} */
  const fontOf = new Map()
  for (const family of order) {
    const files = filesOf(family)
    /** @type {Map<string, string>} */
    const asked = new Map()
    for (const character of wanted) {
      const file = fontOf.has(character) ? undefined : files.get(character.codePointAt(0) ?? 0)
      if (file !== undefined) asked.set(file, (asked.get(file) ?? '') + character)
    }
    for (const [file, text] of asked) {
      const bytes = await readFile(inPackages('@fontsource-variable', family, 'files', file))
      const cut = (/** @type {number} */ wght) => subsetFont(bytes, text, { targetFormat: 'truetype', variationAxes: { wght } })
      const normal = await cut(WEIGHTS.normal)
      const made = fontOfBytes(normal)
      // A subset without any of the characters lacks their table too.
      if (made.numGlyphs < 2) continue
      const there = Array.from(text).filter((character) => made.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
      const name = store(`${file}-normal`, normal)
      fonts[file] = { normal: name, bold: isBold ? store(`${file}-bold`, await cut(WEIGHTS.bold)) : name }
      for (const character of there) fontOf.set(character, file)
    }
  }
  return { fonts, fontOf }
}

/** @param {string} character */
const inLatin = (character) => anyAscii(character) || `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`

/**
 * Assigns each text of the second font to fonts that have its characters, and replaces characters without a font by Latin letters. Changes
 * the document in place.
 * @param {unknown} document
 * @param {{ name: string, file: string }} second
 * @param {(name: string, bytes: Buffer) => string} store
 * @returns {Promise<Fonts>} the fonts to register beside the standard ones
 */
export async function withOtherScripts(document, second, store) {
  const runs = [...runsIn(document, second.name)]
  if (runs.length === 0) return {}
  const has = (ofSecondFont ??= new Set(fontOfBytes(readFileSync(second.file)).characterSet))
  const isThere = (/** @type {string} */ character) => has.has(character.codePointAt(0) ?? 0)
  const text = runs.map(({ run }) => run.text).join('')
  const wanted = new Set(Array.from(text).filter((character) => !isThere(character) && !/\s/u.test(character)))
  if (wanted.size === 0) return {}
  const isBold = runs.some((each) => each.isBold)
  const { fonts, fontOf } = await makeFonts(wanted, orderFor(text), isBold, store)
  for (const { run } of runs) split(run, (character) => (isThere(character) || /\s/u.test(character) ? second.name : fontOf.get(character)))
  return fonts
}

/**
 * @param {Run} run replaced by its parts
 * @param {(character: string) => string | undefined} fontOf undefined if no font has the character
 */
function split(run, fontOf) {
  /** @type {{ text: string, font?: string }[]} */
  const parts = []
  for (const character of run.text) {
    // Variation selectors choose a form of the letter before them.
    if (/\p{Variation_Selector}/u.test(character)) continue
    const font = fontOf(character)
    const text = font === undefined ? inLatin(character) : character
    const last = parts.at(-1)
    if (last && last.font === font) last.text += text
    else parts.push(font === undefined ? { text } : { text, font })
  }
  Object.assign(run, { text: parts, font: undefined })
}
