import type * as z from 'zod'
import type { QuotePreview } from '~/contracts/cases/estimates'
import { offeredValue, type TogetherMachine, valueOfGrade } from '~/contracts/cases/evaluation'
import { MOST_TOGETHER, type previewOffersInput, type SentOffers, type sendOffersInput } from '~/contracts/cases/offers'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { records } from '~/contracts/records'
import { openTradeInStatuses } from '~/contracts/statuses'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { createOnce } from '~/server/call'
import { caseText, wordsRead, type CaseWords } from '~/server/cases/base/case-words'
import { companyValues } from '~/server/cases/case-email-templates'
import { offersSent } from '~/server/cases/quote-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { safeJson, toAmount } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { findDraft } from './quote-draft'
import { expiryOf } from './quote-email'
import { readEvaluation, type ReadContext } from './read-evaluation'
import type { SendingCall, Tx } from './quote-kind'
import { quotedCase } from '../base/read-quotes'
import { freezeDraft, sendFrozen } from './send-quote'
import { tradeInOffers } from './trade-in-offers'

const noun = 'tradeIns'

/** @throws NOT_FOUND; BAD_REQUEST unless all are of one request and customer */
async function mustBeTogether(tx: Pick<Tx, 'tradeIn'>, ids: readonly string[]): Promise<void> {
  const rows = await tx.tradeIn.findMany({ where: { id: { in: [...ids] } }, select: { requestId: true, userId: true } })
  const [first] = rows
  if (!first || rows.length < ids.length) throw notFound(records.tradeIns)
  const isOne = ids.length === 1 || (first.requestId !== null && first.userId !== null)
  if (isOne && rows.every(({ requestId, userId }) => requestId === first.requestId && userId === first.userId)) return
  throw fieldError('validation_failed', 'offers', 'Only machines that one customer has sent in together get one offer')
}

/** @throws NOT_FOUND */
export async function readTogether(call: ReadContext & Pick<Services, 'db'>, { id }: { id: string }): Promise<TogetherMachine[]> {
  const { prisma } = call.db
  const own = await prisma.tradeIn.findUnique({ where: { id }, select: { requestId: true, userId: true } })
  if (!own) throw notFound(records.tradeIns)
  const { requestId, userId } = own
  if (requestId === null || userId === null) return []
  const rows = await prisma.tradeIn.findMany({
    where: { requestId, userId, status: { in: [...openTradeInStatuses] } },
    select: { id: true, tradeInNumber: true, deviceInfo: true, grade: true },
    orderBy: { tradeInNumber: 'asc' },
    take: MOST_TOGETHER,
  })
  const machines: TogetherMachine[] = []
  for (const row of rows) {
    const { machine, values, offers, version } = await readEvaluation(prisma, row.id, call)
    const [newest] = offers
    const device = safeJson(row.deviceInfo)
    const grade = conditionGrades.find((each) => each === row.grade) ?? null
    const valueIn = (found: TogetherMachine['grade']) => offeredValue(valueOfGrade(machine, found), values)
    machines.push({
      id: row.id,
      number: row.tradeInNumber,
      device: deviceName(device),
      serialNumber: caseDeviceDraft(device).serialNumber ?? null,
      grade,
      values: conditionGrades.map((each) => ({ grade: each, value: valueIn(each) })),
      category: machine?.category ?? null,
      evaluated: version > 0 || values.checks.length > 0 || values.grade !== null,
      foundGrade: values.grade,
      version,
      draft: newest?.state === 'draft' && valueIn(values.grade) !== null ? newest.finalValue : null,
      state: newest?.state ?? null,
      isWaiting: newest !== undefined && newest.requested !== null,
    })
  }
  return machines
}

async function offeredMachine(tx: Tx, quote: Pick<CaseQuote, 'id' | 'caseId' | 'total'>) {
  const { number, device } = await quotedCase(tx, { noun, id: quote.caseId })
  const { values } = await tradeInOffers.text(tx, quote)
  return { number: number.slice(0, 100), device, steps: values.steps ?? '' }
}

async function writeEmail(tx: Tx, call: SendingCall, quotes: readonly CaseQuote[], sentAt: Date): Promise<CaseWords> {
  const offered: Awaited<ReturnType<typeof offeredMachine>>[] = []
  for (const quote of quotes) offered.push(await offeredMachine(tx, quote))
  const machines = offered.toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }))
  const [first] = machines
  return caseText(call.outbox, offersSent, {
    ...companyValues(await readSettings(tx)),
    number: first?.number ?? '',
    device: first?.device ?? '',
    count: String(quotes.length),
    machines: machines.map(({ number, device, steps }) => `${number}, ${device}\n${steps}`).join('\n\n'),
    total: tradeInOffers.amount(sumOfAmounts(quotes.map(({ total }) => toAmount(total)))),
    valid_until: formatDay(calendarDay(expiryOf(tradeInOffers, call, sentAt), call.businessTimeZone)),
  })
}

/** @throws NOT_FOUND; CONFLICT for one without a draft; BAD_REQUEST for several requests or customers */
export function previewOffers(call: SendingCall, { ids }: z.output<typeof previewOffersInput>): Promise<QuotePreview> {
  return call.db.prisma.$transaction(async (tx) => {
    await mustBeTogether(tx, ids)
    const drafts: CaseQuote[] = []
    for (const id of ids) {
      const draft = await findDraft(tx, id)
      if (!draft) throw tradeInOffers.nothingToPreview()
      drafts.push(draft)
    }
    const [first = ''] = ids
    const recipient = await caseRecipient(tx, call, { noun, id: first })
    return { recipient: recipient?.to ?? null, validDays: tradeInOffers.days(call), ...(await writeEmail(tx, call, drafts, call.now())) }
  })
}

/**
 * Checks all drafts, then sends them with one email. One above the limit, counted with those before it, waits for a second administrator
 * and is sent alone later. @throws as `sendQuote`; BAD_REQUEST for several requests or customers
 */
export function sendOffers(call: SendingCall, input: z.output<typeof sendOffersInput>): Promise<SentOffers> {
  return createOnce(call, input, async (tx, { offers, email }) => {
    // By id, so that two calls wait for each other.
    const named = offers.toSorted((one, other) => one.id.toLowerCase().localeCompare(other.id.toLowerCase()))
    const ids = named.map(({ id }) => id)
    await mustBeTogether(tx, ids)
    const frozen: CaseQuote[] = []
    for (const { id, version } of named) frozen.push(await freezeDraft(tx, call, tradeInOffers, { id, version }))
    const [first] = frozen
    const recipient = first && email !== null ? await caseRecipient(tx, call, { noun, id: first.caseId }) : null
    if (email !== null && !recipient) {
      throw fieldError(
        'validation_failed',
        'email',
        'This customer cannot be written to. Send the offers without an email, and tell them in another way.',
      )
    }
    const sent: CaseQuote[] = []
    const waiting: CaseQuote[] = []
    for (const quote of frozen) {
      // A waiting one gets its own email later.
      const isSent = await sendFrozen(tx, call, tradeInOffers, quote, null)
      if (isSent) sent.push(quote)
      else waiting.push(quote)
    }
    if (recipient && sent[0]) {
      const words = email && waiting.length === 0 ? wordsRead(email) : await writeEmail(tx, call, sent, call.now())
      await queueCaseEmail(tx, call, {
        of: { noun, id: sent[0].caseId },
        kind: 'offer',
        ...recipient,
        ...words,
        authorId: call.actor.userId,
      })
    }
    if (waiting.length > 0 && email !== null) {
      await tx.caseQuote.updateMany({ where: { id: { in: waiting.map(({ id }) => id) } }, data: { email: Prisma.DbNull } })
    }
    return { sent: await numbersOf(tx, sent), waiting: await numbersOf(tx, waiting) }
  })
}

async function numbersOf(tx: Tx, quotes: readonly CaseQuote[]): Promise<string[]> {
  const found = await tx.tradeIn.findMany({
    where: { id: { in: quotes.map(({ caseId }) => caseId) } },
    select: { tradeInNumber: true },
    orderBy: { tradeInNumber: 'asc' },
  })
  return found.map(({ tradeInNumber }) => tradeInNumber)
}
