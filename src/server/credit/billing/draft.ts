import type { BilledNoun, DocumentPurpose } from '~/contracts/credit/invoices'
import { lineTotal, taxIn } from '~/contracts/credit/vat'
import type { BillingDocument, Prisma } from '~/generated/prisma/client'
import { cents } from '~/server/credit/entries'
import type { DraftLine, TaxedLine } from './lines'

type Tx = Prisma.TransactionClient

/** The purpose of an invoice of the work. */
export const purposeOf = { repairs: 'repair', orders: 'order' } as const satisfies Record<BilledNoun, DocumentPurpose>

/** Begins the key of a document that the shop has begun by itself. */
export const AUTOMATIC = 'auto:'

/** A new document that waits to be issued, once for each key. @param lines null: they are read when it is issued */
export async function draftDocument(
  tx: Tx,
  draft: {
    purpose: DocumentPurpose
    noun: BilledNoun | null
    nounId: string | null
    suppliedOn: string
    key: string
    ofId?: string
    createdBy: string | null
    at: Date
    lines: readonly DraftLine[]
  },
): Promise<BillingDocument> {
  const { lines, at, suppliedOn, ...data } = draft
  const known = await tx.billingDocument.findUnique({ where: { key: draft.key } })
  if (known) return known
  const document = await tx.billingDocument.create({ data: { ...data, suppliedOn: new Date(suppliedOn), createdAt: at } })
  await writeLines(tx, document.id, lines.map(untaxed))
  return document
}

/** A line before its rate of VAT is known. */
export const untaxed = (line: DraftLine): TaxedLine => ({ ...line, vatPercent: 0, ...taxIn(lineTotal(line.quantity, line.price), 0) })

export async function writeLines(tx: Tx, documentId: string, lines: readonly TaxedLine[]): Promise<void> {
  await tx.billingLine.deleteMany({ where: { documentId } })
  await tx.billingLine.createMany({
    data: lines.map(({ description, quantity, price, vatCode, vatPercent, net, vat, total, ofLineId = null }, position) => ({
      documentId,
      position,
      description,
      quantity,
      price: cents(price),
      vatCode,
      vatPercent,
      net: cents(net),
      vat: cents(vat),
      total: cents(total),
      ofLineId,
    })),
  })
}
