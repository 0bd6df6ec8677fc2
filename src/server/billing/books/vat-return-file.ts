import {
  boxes,
  boxLabels,
  isInPounds,
  typedAmountLabels,
  typedAmounts,
  type VatDocument,
  type VatPurchase,
  type VatQuarter,
} from '~/contracts/billing/vat-return'
import { keysOf } from '~/contracts/keys'
import { amountCell, type CsvRow, type CsvTable } from '~/server/platform/csv/write-csv'
import type { Services } from '~/server/services'
import { documentsOfReturn, purchasesOfReturn } from './vat-documents'
import { periodOfQuarter, readVatReturn } from './vat-returns'

interface Line {
  row: 'box' | 'added' | 'document' | 'purchase'
  boxes: string
  text: string
  number?: string
  kind?: string
  day?: string
  issuedOn?: string | null
  net?: number
  vat?: number
  outside?: number
  rate?: number | null
  netSterling?: number | null
  vatSterling?: number | null
  outsideSterling?: number | null
  isCorrection?: boolean
}

const amount = (value: number | null | undefined) => (value === undefined || value === null ? null : amountCell(value))
const columns = {
  row: ({ row }: Line) => row,
  boxes: (line: Line) => line.boxes,
  text: ({ text }: Line) => text,
  number: ({ number }: Line) => number ?? null,
  kind: ({ kind }: Line) => kind ?? null,
  taxDay: ({ day }: Line) => day ?? null,
  issuedOn: ({ issuedOn }: Line) => issuedOn ?? null,
  netEuro: ({ net }: Line) => amount(net),
  vatEuro: ({ vat }: Line) => amount(vat),
  outsideEuro: ({ outside }: Line) => amount(outside),
  rate: ({ rate }: Line) => (rate === undefined || rate === null ? null : { decimal: rate.toFixed(6) }),
  netSterling: ({ netSterling }: Line) => amount(netSterling),
  vatSterling: ({ vatSterling }: Line) => amount(vatSterling),
  outsideSterling: ({ outsideSterling }: Line) => amount(outsideSterling),
  correction: ({ isCorrection }: Line) => isCorrection ?? null,
}

const ofDocument = (document: VatDocument): Line => ({ ...document, row: 'document', boxes: '1 and 6', text: document.buyer })
const ofPurchase = ({ number, day, amount: net, rate, sterling, isBusiness }: VatPurchase): Line => ({
  ...{ row: 'purchase', boxes: '7', text: isBusiness ? 'Trade-in of a business' : 'Trade-in', number, kind: 'trade_in' },
  ...{ day, net, rate, netSterling: sterling },
})

/** Boxes of VAT; the others hold net values. */
const asBox = (box: (typeof boxes)[number], value: number) => (isInPounds(box) ? { netSterling: value } : { vatSterling: value })

async function* lines(services: Pick<Services, 'db' | 'now' | 'businessTimeZone'>, quarter: VatQuarter): AsyncGenerator<Line[]> {
  const found = await readVatReturn(services, quarter)
  yield boxes.map((box): Line => ({ row: 'box', boxes: String(box), text: boxLabels[box], ...asBox(box, found.boxes[box]) }))
  yield typedAmounts
    .filter((name) => found.typed[name] !== 0)
    .map((name): Line => {
      const { box, label } = typedAmountLabels[name]
      return { row: 'added', boxes: String(box), text: label, ...asBox(box, found.typed[name]) }
    })
  const period = await periodOfQuarter(services, quarter)
  for await (const page of documentsOfReturn(services.db, period)) yield page.map(ofDocument)
  for await (const page of purchasesOfReturn(services.db, period, services.businessTimeZone)) yield page.map(ofPurchase)
}

async function* rowsOf(pages: AsyncIterable<Line[]>): AsyncGenerator<CsvRow[]> {
  const cells = Object.values(columns)
  for await (const page of pages) yield page.map((line) => cells.map((cell) => cell(line)))
}

/** Boxes 1 to 5 stand under VAT, the others under net values. */
export const vatReturnTable = (services: Pick<Services, 'db' | 'now' | 'businessTimeZone'>, quarter: VatQuarter): CsvTable => ({
  header: keysOf(columns),
  pages: rowsOf(lines(services, quarter)),
})
