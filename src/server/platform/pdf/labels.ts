import type { Content } from 'pdfmake/interfaces'
import { printableLine, printed } from './printed-text'
import type { PdfDocument } from './render-pdf'
import { labelCode, mm } from './sheet'

/** Millimetres of a stock size; all are whole dots at eight a millimetre. */
const LABEL = { width: 62, height: 29, margin: 2, bars: 6 }

/** A QR code needs four free modules around it (ISO/IEC 18004), bars ten beside them (ISO/IEC 15417). */
interface Layout {
  code: number
  quiet: number
  bars: { x: number; width: number }
}
/** Long bars go below a smaller QR code: each is at least two dots wide, as scanners need. */
const beside: Layout = { code: 22, quiet: 3.5, bars: { x: 25.5, width: 36.5 } }
const below: Layout = { code: 17, quiet: 2, bars: { x: 0, width: 62 } }
const MOST_BESIDE = 7

/** Code 128 fits a label in bars of two dots; other texts have the QR code alone. */
const BARS = /^[\x20-\x7e]{1,16}$/

interface Label {
  address: string
  name: string
  lines: readonly (readonly [text: string | null, most: number])[]
  /** Code 128 for scanners that read no QR codes. */
  bars?: string
}

interface Labels {
  title: string
  author: string
  printedAt: Date
  labels: readonly Label[]
}

function drawLabel({ address, name, lines, bars: text }: Label, index: number): Content[] {
  const { height, margin, bars: tall } = LABEL
  const inBars = text !== undefined && BARS.test(text) ? text : null
  const { code, quiet, bars } = inBars !== null && inBars.length > MOST_BESIDE ? below : beside
  const known = lines.flatMap(([line, most]) => (line === null ? [] : [printableLine(line, most)])).filter((line) => line !== '')
  return [
    {
      stack: [
        { ...printed(printableLine(name, 40)), bold: true, fontSize: name.length > 16 ? 8 : 11 },
        { ...printed(known.join('\n')), margin: [0, 2, 0, 0] },
      ],
      margin: [mm(2 * quiet + code - margin), 0, 0, 0],
      ...(index > 0 && { pageBreak: 'before' }),
    },
    labelCode('qrcode', address, { x: mm(quiet), y: mm(quiet), width: mm(code), height: mm(code) }),
    ...(inBars === null
      ? []
      : [labelCode('code128', inBars, { x: mm(bars.x), y: mm(height - margin - tall), width: mm(bars.width), height: mm(tall) })]),
  ]
}

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
