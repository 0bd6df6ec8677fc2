import type { Content, ContentColumns, TableCell } from 'pdfmake/interfaces'
import { printableLine, printed, type Room } from './printed-text'
import type { PdfDocument } from './render-pdf'
import type { Letterhead } from './letterhead'

const MUTED = '#5b6570'
const AMBER = '#f5a524'
const A4_WIDTH = 595
const MARGIN = 48

/** More than forms allow for texts that customers must read whole. */
const ROOM = {
  fact: { lines: 20, letters: 65 },
  passage: { lines: 60, letters: 95 },
  cell: { lines: 45, letters: 30 },
} as const satisfies Record<string, Room>

export const mm = (millimetres: number): number => (millimetres * 72) / 25.4

const LONGEST_REGISTER = 260

interface Sheet {
  letterhead: Letterhead
  title: string
  number: string
  printedAt: Date
  printedOn: string
  corner?: Content
  content: Content[]
}

const rule: Content = {
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: A4_WIDTH - 2 * MARGIN, y2: 0, lineWidth: 1.5, lineColor: AMBER }],
  margin: [0, 10, 0, 14],
}

export function sheet({ letterhead, title, number, printedAt, printedOn, corner, content }: Sheet): PdfDocument {
  const { companyName, addressLines, email, phone, register } = letterhead
  const name = printableLine(number, 60)
  const reach = [...addressLines, phone, email].map((line) => printableLine(line, 120)).filter((line) => line !== '')
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 12],
    title: `${title} ${name}`,
    author: printableLine(companyName),
    createdAt: printedAt,
    foot: {
      ...printed(`${title} ${name} · ${printedOn}`),
      company: printed(printableLine(register.join(' · '), LONGEST_REGISTER)).text,
      margin: [MARGIN, 12, MARGIN, 0],
    },
    content: [
      {
        columns: [
          [
            { ...printed(printableLine(companyName, 120)), bold: true, fontSize: 13 },
            { ...printed(reach.join('\n')), fontSize: 8.5, color: MUTED, margin: [0, 3, 0, 0] },
          ],
          corner ?? [],
        ],
        columnGap: 24,
      },
      rule,
      { text: title, bold: true, fontSize: 20 },
      { ...printed(name), fontSize: 13, color: MUTED, margin: [0, 0, 0, 12] },
      ...content,
    ],
  }
}

type Fact = readonly [name: string, value: string | null]

/** Unknown values are left out. @param nameWidth in points */
export function facts(rows: readonly Fact[], nameWidth = 120): Content {
  const known = rows.flatMap(([name, value]) => (value !== null && value.trim() !== '' ? [[name, value] as const] : []))
  if (known.length === 0) return []
  return {
    table: {
      widths: [nameWidth, '*'],
      body: known.map(([name, value]): TableCell[] => [{ text: name, color: MUTED }, printed(value, ROOM.fact)]),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 10],
  }
}

export const beside = (...parts: Content[]): Content => ({
  columns: parts.map((part) => ({ width: '*', stack: [part] })),
  columnGap: 20,
  unbreakable: true,
})

export const block = (name: string, text: string): Content => ({
  stack: [
    { text: name, color: MUTED },
    { ...printed(text, ROOM.fact), margin: [0, 2, 0, 0] },
  ],
  margin: [0, 2, 0, 10],
})

export const together = (...parts: Content[]): Content => ({ stack: parts, unbreakable: true })

export const passage = (heading: string, text: string | null): Content[] =>
  text === null || text.trim() === ''
    ? []
    : [
        { text: heading, bold: true, fontSize: 11, margin: [0, 8, 0, 3], headlineLevel: 1 },
        { ...printed(text, ROOM.passage), margin: [0, 0, 0, 6] },
      ]

export const paragraph = (text: string): Content => ({ ...printed(text), margin: [0, 0, 0, 8] })

export interface Column {
  name: string
  isAmount?: boolean
}

export function grid(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): Content {
  const cells = (row: readonly string[], bold = false) =>
    columns.map(({ isAmount = false }, index): TableCell => ({
      ...printed(row[index] ?? '', ROOM.cell),
      bold,
      ...(isAmount ? { alignment: 'right' as const, noWrap: true } : {}),
    }))
  const names = columns.map(({ name }) => name)
  return {
    table: {
      headerRows: 1,
      widths: columns.map(({ isAmount = false }) => (isAmount ? 'auto' : '*')),
      body: [cells(names, true), ...rows.map((row) => cells(row)), ...(total ? [cells(total, true)] : [])],
    },
    layout: 'grid',
    margin: [0, 6, 0, 12],
  }
}

const signature = (name: string) => ({
  width: '*',
  stack: [
    { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.75, lineColor: MUTED }] },
    { text: name, fontSize: 8.5, color: MUTED, margin: [0, 3, 0, 0] as [number, number, number, number] },
  ],
})

export const signatures = (...names: string[]): ContentColumns => ({
  columns: names.map(signature),
  columnGap: 16,
  margin: [0, 40, 0, 0],
  unbreakable: true,
})

/** Phones cannot read a longer URL's code from a label. */
const LONGEST_CODE = 300

interface Dots {
  width: number
  height: number
}

/** Only the thread loads what draws codes. @param dots to fill, by whole ones for each module */
const drawn = (kind: 'qrcode' | 'code128', text: string, dots?: Dots): string => JSON.stringify({ kind, text, dots })

/** Label printers have 203.2 dots an inch: eight a millimetre. */
const DOTS = 8
const dotsOf = (points: number) => Math.round((points * 25.4 * DOTS) / 72)

/** @param side in points */
export function code(
  address: string,
  side: number,
  more: { alignment?: 'right'; absolutePosition?: { x: number; y: number }; margin?: [number, number, number, number] } = {},
): Content {
  if (address.length > LONGEST_CODE) return []
  return { svg: drawn('qrcode', address), width: side, height: side, ...more }
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Modules are whole dots, since a printer makes uneven ones otherwise; centred in its place. */
export const labelCode = (kind: 'qrcode' | 'code128', text: string, { x, y, width, height }: Place): Content =>
  text.length > LONGEST_CODE
    ? []
    : { svg: drawn(kind, text, { width: dotsOf(width), height: dotsOf(height) }), width, height, absolutePosition: { x, y } }
