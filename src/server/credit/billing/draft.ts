import type { BilledNoun, DocumentPurpose } from '~/contracts/credit/invoices'
import { lineTotal, taxIn } from '~/contracts/credit/vat'
import type { Prisma } from '~/generated/prisma/client'
import { cents } from '~/server/credit/entries'
import type { DraftLine, TaxedLine } from './lines'

type Tx = Prisma.TransactionClient

/** The purpose of an invoice of the work. */
export const purposeOf = { repairs: 'repair', orders: 'order' } as const satisfies Record<BilledNoun, DocumentPurpose>

/** Begins the key of a document that the shop has begun by itself. */
export const AUTOMATIC = 'auto:'

/** A line before its rate of VAT is known. */
export const untaxed = (line: DraftLine): TaxedLine => ({ ...line, vatPercent: 0, ...taxIn(lineTotal(line.quantity, line.price), 0) })

/** Writes the lines of a document that has none. */
export async function writeLines(tx: Tx, documentId: string, lines: readonly TaxedLine[]): Promise<void> {
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
