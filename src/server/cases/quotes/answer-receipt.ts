import type { CaseRef } from '~/contracts/case-ref'
import { whenToPay } from '~/contracts/billing/when-to-pay'
import { records } from '~/contracts/records'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { caseText } from '~/server/cases/base/case-words'
import { companyValues } from '~/server/cases/case-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { payFactsOf, readOwedOf } from '~/server/billing/invoices/read-owed'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { receipts, type Said } from './answer-email-templates'
import type { QuoteKind, Tx } from './quote-kind'
import { quotedCase } from '../base/read-quotes'
import { acceptedTotal } from '../base/repair-lines'

/** A link's holder may have answered, so the case's customer gets a receipt. */

const say = { day: formatDay, euro: formatEuro }

async function agreedBefore(tx: Tx, { noun, id }: CaseRef): Promise<string> {
  const accepted = noun === 'repairs' ? await acceptedTotal(tx, id) : null
  return accepted === null ? 'Your machine goes back to you.' : `What you have accepted before, ${formatEuro(accepted)}, stays agreed.`
}

async function payment(
  tx: Tx,
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  { noun, id }: CaseRef,
): Promise<string> {
  const work = noun === 'repairs' ? await readOwedOf(tx, 'repairs', id) : null
  return work === null ? '' : whenToPay(say, payFactsOf('repairs', work, calendarDay(now(), businessTimeZone)), 'email')
}

/** Sends nothing to a customer without an address. */
export async function answerReceipt(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl' | 'now' | 'businessTimeZone'>,
  { noun, word, amount }: QuoteKind,
  { ref, number, said }: { ref: CaseRef; number: number; said: Said },
): Promise<void> {
  const template = receipts[noun][said]
  const recipient = await caseRecipient(tx, services, ref)
  if (!recipient || !template) return
  const { total } = await tx.caseQuote.findUniqueOrThrow({ where: { caseId_number: { caseId: ref.id, number } }, select: { total: true } })
  const { number: caseNumber, device } = await quotedCase(tx, ref)
  await queueCaseEmail(tx, services, {
    of: ref,
    kind: 'answer',
    ...recipient,
    ...caseText(services.outbox, template, {
      ...companyValues(await readSettings(tx)),
      number: caseNumber,
      device,
      case: `${records[noun].one} ${caseNumber}`,
      quote: `${word} ${number}`,
      total: amount(toAmount(total)),
      stands: said === 'declined' ? await agreedBefore(tx, ref) : '',
      payment: said === 'accepted' ? await payment(tx, services, ref) : '',
    }),
    authorId: null,
  })
}
