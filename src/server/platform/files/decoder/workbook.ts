import { strFromU8, unzipSync } from 'fflate'
import sax from 'sax'

/** `sax` expands no entities of the file and fetches nothing (.xlsx, ECMA-376). */

export class WorkbookFault extends Error {
  override name = 'WorkbookFault'
}

const LARGEST_PART = 48 * 1024 * 1024
const LARGEST_WHOLE = 96 * 1024 * 1024
const MOST_PARTS = 200
const MOST_ROWS = 300_000
const MOST_COLUMNS = 500
const MOST_STRINGS = 1_000_000
const LONGEST_CELL = 32_767
const DEEPEST = 40
const CHUNK = 64 * 1024

interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function parseXml(bytes: Uint8Array, { open, text, close }: Handlers): void {
  const parser = sax.parser(true, { position: false })
  let depth = 0
  parser.onerror = () => {
    throw new WorkbookFault('broken')
  }
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > DEEPEST) throw new WorkbookFault('costly')
    open?.(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), String(value)])))
  }
  parser.ontext = (more) => text?.(more)
  parser.oncdata = (more) => text?.(more)
  parser.onclosetag = (name) => {
    depth--
    close?.(local(name))
  }
  const whole = strFromU8(bytes)
  for (let at = 0; at < whole.length; at += CHUNK) parser.write(whole.slice(at, at + CHUNK))
  parser.close()
}

function partsOf(bytes: Uint8Array): Map<string, Uint8Array> {
  let size = 0
  let parts = 0
  const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.test(name)) return false
        size += originalSize
        if (++parts > MOST_PARTS || originalSize > LARGEST_PART || size > LARGEST_WHOLE) throw new WorkbookFault('costly')
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, part]) => [name.toLowerCase(), part]))
  } catch (error) {
    throw error instanceof WorkbookFault ? error : new WorkbookFault('broken')
  }
}

function sheetParts(parts: ReadonlyMap<string, Uint8Array>): string[] {
  const workbook = parts.get('xl/workbook.xml')
  if (!workbook) throw new WorkbookFault('broken')
  const targets = new Map<string, string>()
  parseXml(parts.get('xl/_rels/workbook.xml.rels') ?? new Uint8Array(), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheets: string[] = []
  parseXml(workbook, {
    open: (name, { id, state = 'visible' }) => {
      if (name === 'sheet' && id && state === 'visible') sheets.push(targets.get(id) ?? '')
    },
  })
  return sheets.map((name) => name.toLowerCase()).filter((name) => parts.has(name))
}

function sharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let phonetic = 0
  if (part)
    parseXml(part, {
      open: (name) => {
        if (name === 'si') text = ''
        if (name === 'rPh') phonetic++
        isText = name === 't' && phonetic === 0
      },
      text: (more) => {
        if (isText && text.length < LONGEST_CELL) text += more
      },
      close: (name) => {
        if (name === 't') isText = false
        if (name === 'rPh') phonetic--
        if (name !== 'si') return
        if (strings.length >= MOST_STRINGS) throw new WorkbookFault('costly')
        strings.push(text.slice(0, LONGEST_CELL))
      },
    })
  return strings
}

const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

function dayStyles(part: Uint8Array | undefined): boolean[] {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let isCell = false
  if (part)
    parseXml(part, {
      open: (name, { numFmtId = '', formatCode = '' }) => {
        const id = Number(numFmtId)
        if (name === 'numFmt') own.set(id, /[ymd]/i.test(formatCode.slice(0, 200).replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '')))
        if (name === 'cellXfs') isCell = true
        if (name === 'xf' && isCell) styles.push(own.get(id) ?? DAY_FORMATS.has(id))
      },
      close: (name) => {
        if (name === 'cellXfs') isCell = false
      },
    })
  return styles
}

const DAY_MS = 86_400_000
/** Day 0 of workbooks. */
const EPOCH = Date.UTC(1899, 11, 30)

/** Never one dot before three digits, which could be a thousand. */
function writtenNumber(value: string, isDay: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (isDay && number >= 1 && number < 2_958_466) return new Date(EPOCH + Math.floor(number) * DAY_MS).toISOString().slice(0, 10)
  // Binary fractions: 99.989999999999995 was typed as 99.99.
  const text = String(Number(number.toPrecision(15)))
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

const columnOf = (reference: string): number | null => {
  const letters = /^([A-Z]{1,3})\d/i.exec(reference)?.[1]?.toUpperCase()
  return letters === undefined ? null : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function sheetLines(part: Uint8Array, strings: readonly string[], days: readonly boolean[]): string[] {
  const lines: string[] = []
  let cells: string[] = []
  let column = 0
  let type = ''
  let isDay = false
  let value = ''
  let isValue = false
  parseXml(part, {
    open: (name, { r = '', t = 'n', s = '' }) => {
      if (name === 'row') {
        cells = []
        column = 0
        const line = Number(r)
        if (line > MOST_ROWS || lines.length >= MOST_ROWS) throw new WorkbookFault('costly')
        while (Number.isInteger(line) && lines.length < line - 1) lines.push('')
      } else if (name === 'c') {
        column = columnOf(r) ?? column
        type = t
        isDay = days[Number(s)] ?? false
        value = ''
      }
      isValue = name === 'v' || (name === 't' && type === 'inlineStr')
    },
    text: (more) => {
      if (isValue && value.length < LONGEST_CELL) value += more
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'row') lines.push(cells.map((cell) => quoted(cell)).join(','))
      if (name !== 'c') return
      if (column < MOST_COLUMNS && value !== '') {
        while (cells.length < column) cells.push('')
        cells[column] = cellText(type, value.slice(0, LONGEST_CELL), strings, isDay)
      }
      column++
    },
  })
  return lines
}

function cellText(type: string, value: string, strings: readonly string[], isDay: boolean): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  return type === 'n' ? writtenNumber(value, isDay) : value
}

/** @throws {WorkbookFault} */
export function workbookCsv(bytes: Uint8Array): string {
  const parts = partsOf(bytes)
  const strings = sharedStrings(parts.get('xl/sharedstrings.xml'))
  const days = dayStyles(parts.get('xl/styles.xml'))
  for (const name of sheetParts(parts)) {
    const lines = sheetLines(parts.get(name) ?? new Uint8Array(), strings, days)
    if (lines.some((line) => line !== '')) return `${lines.join('\n')}\n`
  }
  throw new WorkbookFault('empty')
}
