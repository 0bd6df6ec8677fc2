import type { Content } from 'pdfmake/interfaces'
import { printableLine, printed } from './printed-text'
import type { PdfDocument } from './render-pdf'
import { bars, code, mm } from './sheet'

/** A stock size of label printers (mm). Around the code stays free what cameras find it by: four of its dots (ISO/IEC 18004). */
const LABEL = { width: 62, height: 29, margin: 2, code: 22, quiet: 3.5, bars: 6 }
/** The left edge of the texts. */
const COLUMN = 2 * LABEL.quiet + LABEL.code

interface Label {
  /** The address in its QR code. */
  address: string
  /** The number in large letters. */
  name: string
  /** Texts below it, each with the most characters that it takes; unknown ones are left out. */
  lines: readonly (readonly [text: string | null, most: number])[]
  /** The text of a Code 128 at its foot, if it has one. */
  bars?: string
}

interface Labels {
  title: string
  author: string
  printedAt: Date
  labels: readonly Label[]
}

function drawLabel({ address, name, lines, bars: text }: Label, index: number): Content[] {
  const { width, height, margin, code: side, quiet, bars: tall } = LABEL
  const known = lines.flatMap(([line, most]) => (line === null ? [] : [printableLine(line, most)])).filter((line) => line !== '')
  return [
    {
      stack: [
        { ...printed(printableLine(name, 40)), bold: true, fontSize: name.length > 16 ? 8 : 11 },
        { ...printed(known.join('\n')), margin: [0, 2, 0, 0] },
      ],
      margin: [mm(COLUMN - margin), 0, 0, 0],
      ...(index > 0 && { pageBreak: 'before' }),
    },
    code(address, mm(side), { absolutePosition: { x: mm(quiet), y: mm(quiet) } }),
    ...(text === undefined
      ? []
      : [bars(text, mm(width - COLUMN - quiet), mm(tall), { absolutePosition: { x: mm(COLUMN), y: mm(height - margin - tall) } })]),
  ]
}

/** Labels, each on a page of its size. */
export const labels = ({ title, author, printedAt, labels: all }: Labels): PdfDocument => ({
  pageSize: { width: mm(LABEL.width), height: mm(LABEL.height) },
  pageMargins: mm(LABEL.margin),
  mostPages: all.length,
  title,
  author: printableLine(author, 200),
  createdAt: printedAt,
  defaultStyle: { fontSize: 7, lineHeight: 1.1 },
  content: all.flatMap(drawLabel),
})
