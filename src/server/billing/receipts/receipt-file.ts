import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { readSeller, sellerLetterhead, sellerParty } from '~/server/billing/invoices/invoice-parties'
import type { ReceiptRef } from '~/server/platform/outbox/outbox'
import type { Attachment } from '~/server/platform/mail/email'
import { notFound } from '~/server/platform/database/conflict'
import { renderPdf, type PdfDocument } from '~/server/platform/pdf/render-pdf'
import { facts, grid, paragraph, sheet } from '~/server/platform/pdf/sheet'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import type { Party } from '~/contracts/billing/invoices'
import { readReceipt, type Receipt } from './read-receipt'

type Reading = Pick<Services, 'db' | 'businessTimeZone'>

interface ReceiptFile {
  /** 'R-3F2A91B04C7D.pdf'. */
  name: string
  bytes: Buffer
}

const receiptNotFound = () => notFound({ one: 'receipt' })

/** States that it is not a VAT invoice. */
function receiptDocument(receipt: Receipt, seller: Party): PdfDocument {
  const { number, amount, day, way, reference, noun, nounNumber, payer, pays, onAccount } = receipt
  const at = new Date(day)
  return sheet({
    letterhead: sellerLetterhead(seller),
    title: 'Receipt',
    number,
    printedAt: at,
    printedOn: formatDay(day),
    content: [
      facts([
        ['Received from', [payer.company === payer.name ? null : payer.company, payer.name, payer.address].filter(Boolean).join('\n')],
        ['Received on', formatDay(day)],
        ['Amount', formatEuro(amount)],
        ['Paid by', way],
        ['Reference', reference],
        [noun === 'orders' ? 'Order' : 'Repair', nounNumber],
      ]),
      ...(pays.length + onAccount > 0
        ? [
            grid(
              [{ name: 'Put against' }, { name: 'Amount', isAmount: true }],
              [
                ...pays.map((each) => [`Invoice ${each.number}`, formatEuro(each.amount)]),
                ...(onAccount > 0 ? [['On account', formatEuro(onAccount)]] : []),
              ],
            ),
          ]
        : []),
      paragraph('Thank you. This is not a VAT invoice.'),
    ],
  })
}

/** @throws SERVICE_UNAVAILABLE if too many files are being made */
export async function drawReceipt({ db }: Pick<Services, 'db'>, receipt: Receipt): Promise<ReceiptFile> {
  const [settings, seller] = [await readSettings(db.prisma), await readSeller(db.prisma)]
  return { name: `${receipt.number}.pdf`, bytes: await renderPdf(receiptDocument(receipt, sellerParty(settings, seller))) }
}

/** @param ownerId the customer that it must belong to; absent for an administrator @throws NOT_FOUND */
export async function findReceipt(services: Reading, id: string, ownerId?: string): Promise<Receipt> {
  const receipt = await readReceipt(services.db.prisma, services, id)
  if (!receipt || (ownerId !== undefined && receipt.userId !== ownerId.toLowerCase())) throw receiptNotFound()
  return receipt
}

/** Null if the payment no longer exists. */
export const receiptAttachmentMaker =
  (services: Reading) =>
  async ({ id }: ReceiptRef): Promise<Attachment | null> => {
    const receipt = await readReceipt(services.db.prisma, services, id)
    return receipt && { ...(await drawReceipt(services, receipt)), contentType: 'application/pdf' }
  }
