import * as z from 'zod'
import { caseEmailInput, type CaseEmailText, type QuotePreview } from '~/contracts/cases/estimates'
import type { CaseQuote } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { caseText, type CaseWords } from '~/server/cases/base/case-words'
import { companyValues } from '~/server/cases/case-email-templates'
import { caseRecipient } from '~/server/cases/base/case-emails'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { findDraft } from './quote-draft'
import type { QuoteKind, Tx } from './quote-kind'
import { quotedCase } from '../base/read-quotes'

const DAY_MS = 24 * 60 * 60 * 1000

type Periods = Pick<Services, 'estimateDays' | 'offerDays'>

export const expiryOf = ({ days }: Pick<QuoteKind, 'days'>, policies: Periods, sentAt: Date): Date =>
  new Date(sentAt.getTime() + days(policies) * DAY_MS)

const storedEmail = z.union([caseEmailInput, z.literal(false)])

/** Stored with a draft that waits for approval: undefined for the usual text, null for no email. */
export function emailOfRequest(stored: unknown): CaseEmailText | null | undefined {
  const { data } = storedEmail.safeParse(stored)
  return data === false ? null : data
}

/** @throws NOT_FOUND */
export async function writeQuoteEmail(
  tx: Tx,
  { businessTimeZone, outbox, ...periods }: Pick<Services, 'businessTimeZone' | 'outbox'> & Periods,
  kind: QuoteKind,
  quote: Pick<CaseQuote, 'id' | 'caseId' | 'total'>,
  sentAt: Date,
): Promise<CaseWords> {
  const { device, ...of } = await quotedCase(tx, { noun: kind.noun, id: quote.caseId })
  const number = of.number.slice(0, 100)
  const lastDay = formatDay(calendarDay(expiryOf(kind, periods, sentAt), businessTimeZone))
  const { template, values } = await kind.text(tx, quote)
  return caseText(outbox, template, { ...companyValues(await readSettings(tx)), ...values, number, device, valid_until: lastDay })
}

/** @throws NOT_FOUND; where there is no draft as its kind says */
export function previewQuote(
  kind: QuoteKind,
  services: Pick<Services, 'db' | 'now' | 'businessTimeZone' | 'outbox'> & Periods,
  { id }: { id: string },
): Promise<QuotePreview> {
  return services.db.prisma.$transaction(async (tx) => {
    await quotedCase(tx, { noun: kind.noun, id })
    const draft = await findDraft(tx, id)
    if (!draft) throw kind.nothingToPreview()
    const recipient = await caseRecipient(tx, services, { noun: kind.noun, id })
    const text = emailOfRequest(draft.email) ?? (await writeQuoteEmail(tx, services, kind, draft, services.now()))
    return { recipient: recipient?.to ?? null, validDays: kind.days(services), ...text }
  })
}
