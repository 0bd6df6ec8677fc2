import { printableLine, printed } from './printed-text'
import type { PdfDocument } from './render-pdf'
import { code, mm } from './sheet'

/** A stock size of label printers (mm). Around the code stays free what cameras find it by: four of its dots (ISO/IEC 18004). */
const LABEL = { width: 62, height: 29, margin: 2, code: 22, quiet: 3.5 }

interface CodeLabel {
  /** Printed large; the title of the document names it too. */
  number: string
  title: string
  /** Smaller, below; empty ones are left out. */
  lines: readonly string[]
  /** The address that a phone opens. */
  address: string
  companyName: string
  printedAt: Date
}

/** A label for a device: a number, some lines, and a QR code that opens an address on a phone. Always one label. */
export function codeLabel({ number, title, lines, address, companyName, printedAt }: CodeLabel): PdfDocument {
  const { width, height, margin, code: side, quiet } = LABEL
  return {
    pageSize: { width: mm(width), height: mm(height) },
    pageMargins: mm(margin),
    mostPages: 1,
    title: `${title} ${printableLine(number, 60)}`,
    author: printableLine(companyName, 200),
    createdAt: printedAt,
    defaultStyle: { fontSize: 7, lineHeight: 1.1 },
    content: [
      code(address, mm(side), { absolutePosition: { x: mm(quiet), y: mm(quiet) } }),
      {
        stack: [
          { ...printed(printableLine(number, 40)), bold: true, fontSize: number.length > 16 ? 8 : 11 },
          { ...printed(lines.filter((each) => each !== '').join('\n')), margin: [0, 2, 0, 0] },
        ],
        margin: [mm(2 * quiet + side - margin), 0, 0, 0],
      },
    ],
  }
}
