import { sumOfAmounts } from '~/contracts/credit/credit'
import { taxInPart } from '~/contracts/billing/vat'
import { shownLine } from '~/contracts/fields'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { toAmount } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import type { TaxedLine } from './bill-lines'
import { vatCodeOf } from './prepare-invoice'

type Tx = Prisma.TransactionClient

export interface WantedLine {
  lineId: string
  amount?: number | undefined
}

const refused = (message: string) => fieldError('validation_failed', 'lines', message)

async function readLines(tx: Tx, documentId: string) {
  const lines = await tx.billingLine.findMany({
    where: { documentId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: { following: { where: { document: { kind: 'credit_note', state: 'issued' } }, select: { total: true } } },
  })
  return lines.map(({ following, ...line }) => {
    const total = toAmount(line.total)
    const before = sumOfAmounts(following.map((one) => toAmount(one.total)))
    return { ...line, total, before, open: sumOfAmounts([total, -before]) }
  })
}

type Line = Awaited<ReturnType<typeof readLines>>[number]

/** A part with its share of VAT at the invoice's rate; all parts together equal the line. */
function partOf(line: Line, amount: number): TaxedLine {
  const percent = toAmount(line.vatPercent)
  const isWhole = amount === line.total
  return {
    description: shownLine(line.description),
    quantity: isWhole ? toAmount(line.quantity) : 1,
    price: isWhole ? toAmount(line.price) : amount,
    vatCode: vatCodeOf(line.vatCode),
    vatPercent: percent,
    ...taxInPart(amount, line.before, percent),
    ofLineId: line.id,
  }
}

function wantedPart(lines: readonly Line[], { lineId, amount }: WantedLine): TaxedLine {
  const line = lines.find(({ id }) => id === lineId.toLowerCase())
  if (!line) throw refused('Choose a line of this invoice')
  if (line.total <= 0) throw refused('An amount that was billed before is not credited by itself: credit the invoice that has billed it')
  if (line.open <= 0) throw refused(`“${shownLine(line.description)}” has been credited already`)
  if (amount !== undefined && amount > line.open)
    throw refused(`There is ${formatEuro(line.open)} left to credit of “${shownLine(line.description)}”`)
  return partOf(line, amount ?? line.open)
}

/** The rest includes the invoice's deductions for earlier invoices. @param left EUR not yet credited @throws BAD_REQUEST for `lines` */
export async function linesToCredit(
  tx: Tx,
  invoiceId: string,
  left: number,
  wanted: readonly WantedLine[] | undefined,
): Promise<TaxedLine[]> {
  const lines = await readLines(tx, invoiceId)
  if (wanted === undefined) return lines.filter(({ open }) => open !== 0).map((line) => partOf(line, line.open))
  if (new Set(wanted.map(({ lineId }) => lineId.toLowerCase())).size < wanted.length) throw refused('Name each line once')
  const parts = wanted.map((one) => wantedPart(lines, one))
  if (sumOfAmounts(parts.map(({ total }) => total)) > left) throw refused(`There is ${formatEuro(left)} left to credit of this invoice`)
  return parts
}
