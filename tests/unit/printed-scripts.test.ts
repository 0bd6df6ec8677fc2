import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { printDoubt, unprinted } from '~/lib/printable'
import { withOtherScripts } from '~/server/platform/pdf/other-scripts.mjs'
import { printable, printableLine, printed } from '~/server/platform/pdf/printed-text'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import { inVisualOrder } from '~/server/platform/pdf/visual-order'

/** Names in every script are printed, or transliterated to Latin letters: no document has an empty box. */

const inPackages = (path: string) => `${process.cwd()}/node_modules/${path}`
const second = { name: 'DejaVu Sans', file: inPackages('dejavu-fonts-ttf/ttf/DejaVuSans.ttf') }
function fontOf(bytes: Buffer): Font {
  const font = create(bytes)
  if (!('numGlyphs' in font)) throw new Error('A file of several fonts')
  return font
}
const fixed: Record<string, Font> = {
  [second.name]: fontOf(readFileSync(second.file)),
  Archivo: fontOf(readFileSync(inPackages('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'))),
}

interface Part {
  text: string | Part[]
  font?: string
}
const partsOf = ({ text, font }: Part): { text: string; font: string }[] =>
  typeof text === 'string' ? [{ text, font: font ?? 'Archivo' }] : text.flatMap((part) => partsOf(part))

/** The printed form of a text, and the characters that its fonts lack. */
async function print(text: string) {
  const made = new Map<string, Font>()
  const node: Part = { text: JSON.parse(JSON.stringify(printed(text).text)) as Part[] }
  const fonts = await withOtherScripts(node, second, (name, bytes) => {
    made.set(name, fontOf(bytes))
    return name
  })
  const parts = partsOf(node)
  const boxes = parts.flatMap(({ text: part, font }) => {
    const known = fixed[font] ?? made.get(fonts[font]?.normal ?? '')
    return Array.from(part).filter((character) => /\S/u.test(character) && !known?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  })
  return { text: parts.map((part) => part.text).join(''), boxes }
}

const names = [
  '王小明',
  '李韓梅',
  '黃大文',
  '山田太郎',
  'さくら',
  'サトウ',
  '김민수',
  'Łukasz Ωmega',
  'Дмитрий',
  'Արամ',
  'ნინო',
  'דוד',
  'محمد',
  'ㄅㄆ',
]

describe('a name', () => {
  it.each(names)('%s is printed as it is written', async (name) => {
    expect(unprinted(name)).toEqual([])
    expect(await print(name)).toEqual({ text: name, boxes: [] })
  })

  it.each([
    ['अजय कुमार', /^ajy kumar$/i],
    ['สมชาย', /^[ -~]+$/],
    ['অমিত', /^[ -~]+$/],
    ['தமிழ்', /^[ -~]+$/],
    ['አበበ', /^[ -~]+$/],
    ['Ada 🚀', /^Ada :rocket:$/],
    // A rare character that no installed font has.
    ['\u{2a6d6}', /^[ -~]+$/],
  ])('%s is written in Latin letters, and its form asks for them', async (name, latin) => {
    const { text, boxes } = await print(name)
    expect(text).toMatch(latin)
    expect(boxes).toEqual([])
    if (name !== '\u{2a6d6}') expect(printDoubt(name)).toMatch(/^Our documents cannot print “.+”\. Please write it in Latin letters/)
  })

  it('in whichever letters leaves no empty box', async () => {
    const all = Array.from({ length: 0x20000 }, (_, point) => point).filter(
      (point) => point % 211 === 0 && (point < 0xd800 || point > 0xdfff) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(point)),
    )
    expect(all.length).toBeGreaterThan(300)
    const { boxes } = await print(String.fromCodePoint(...all.flatMap((point) => [point, 32])))
    expect(boxes).toEqual([])
  }, 60_000)

  it('in the site’s own letters has all of them in its own font', () => {
    const own = Array.from({ length: 0x2300 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20).normalize('NFC')).filter(
      (character) => partsOf({ text: printed(character).text as Part[] }).some(({ font }) => font === 'Archivo'),
    )
    expect(own.length).toBeGreaterThan(300)
    expect(own.filter((character) => !fixed.Archivo?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))).toEqual([])
  })

  it('is asked about nowhere that letters are Latin', () => {
    for (const text of ['Ada Smith-Élan', '1 High Street\nLeeds', 'Ünï & Co. (2) № 5 ™', '']) expect(printDoubt(text)).toBeNull()
  })
})

describe('words from right to left', () => {
  it('stand in their order on paper, beside others that keep theirs', () => {
    expect(inVisualOrder('Ada Smith')).toBe('Ada Smith')
    expect(inVisualOrder('محمد علي')).toBe('علي محمد')
    expect(inVisualOrder('Ali محمد علي Ltd 12')).toBe('Ali علي محمد Ltd 12')
    expect(inVisualOrder('דוד כהן 12 High Street\nLeeds')).toBe('12 High Street כהן דוד\nLeeds')
  })

  it('begin a long text in its first line', () => {
    const words = Array.from({ length: 30 }, (_, index) => `שלום${index}`)
    const lines = inVisualOrder(words.join(' ')).split('\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines[0]?.split(' ').at(-1)).toBe('שלום0')
    expect(lines.at(-1)?.split(' ')[0]).toBe('שלום29')
  })
})

it('a word has no soft hyphens: the library would break it there, and print none', () => {
  expect(printable('super\u00adcali\u00adfragilistic')).toBe('supercalifragilistic')
})

it('wide letters take the room of two in a line', () => {
  expect(printableLine('王'.repeat(20), 26)).toBe(`${'王'.repeat(12)}…`)
  expect(printableLine('a'.repeat(26), 26)).toBe('a'.repeat(26))
})

it('a document has the names as text, in a small file that is the same each time', async () => {
  const document = (at: number) => ({
    ...{ title: 'Names', author: 'Ohmfield', createdAt: new Date(at), pageSize: 'A4' as const, pageMargins: 40 },
    content: names.map((name) => printed(`${name} ${at}`)),
  })
  const [file, again] = [await renderPdf(document(1)), await renderPdf(document(1))]
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })
  for (const name of names.filter((each) => !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(each))) expect(text).toContain(name)
  expect(file.byteLength).toBeLessThan(100_000)
  expect(again.equals(file)).toBe(true)
})
