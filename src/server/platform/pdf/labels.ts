import type { Content } from 'pdfmake/interfaces'
import { printableLine, printed } from './printed-text'
import type { PdfDocument } from './render-pdf'
import { labelCode, mm } from './sheet'

/** A stock size of label printers (mm); all measures are whole dots of one with eight a millimetre. */
const LABEL = { width: 62, height: 29, margin: 2, bars: 6 }

/** Around a QR code stay four of its modules free, by which cameras find it (ISO/IEC 18004), and ten beside bars (ISO/IEC 15417). */
interface Layout {
  code: number
  quiet: number
  /** Left edge and width of the bars. */
  bars: { x: number; width: number }
}
/** Bars stand beside the QR code, or below a smaller one where they are long: each is at least two dots wide, as scanners ask. */
const beside: Layout = { code: 22, quiet: 3.5, bars: { x: 25.5, width: 36.5 } }
const below: Layout = { code: 17, quiet: 2, bars: { x: 0, width: 62 } }
const MOST_BESIDE = 7

/** Code 128 can write it, and a label holds it in bars of two dots. Longer texts, and other letters, have the QR code alone. */
const BARS = /^[\x20-\x7e]{1,16}$/

interface Label {
  /** The address in its QR code. */
  address: string
  /** The number in large letters. */
  name: string
  /** Texts below it, each with the most characters that it takes; unknown ones are left out. */
  lines: readonly (readonly [text: string | null, most: number])[]
  /** The text of a Code 128 at its foot, for scanners that read lines alone. */
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
      // The texts stand beside the QR code.
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
