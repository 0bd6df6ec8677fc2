import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { isDoubtfulRate, type ExchangeRate, type rateInput, type VatRateRow } from '~/contracts/billing/buyers'
import { payeeOf, type Seller, type SellerDetails, type sellerInput } from '~/contracts/billing/seller'
import type { Prisma } from '~/generated/prisma/client'
import { formatDay } from '~/lib/instant'
import type { Call, SignedInCall } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { conflict } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { issueAfterSaving } from './issue-waiting'
import { readSeller } from './invoice-parties'
import { changePayee, readWaitingPayee } from './payee'

type Saving = 'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'

const MOST_RATES = 100
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const withWaiting = async (tx: Parameters<typeof readSeller>[0] & Parameters<typeof readWaitingPayee>[0]): Promise<SellerDetails> => ({
  ...(await readSeller(tx)),
  waiting: await readWaitingPayee(tx),
})

export const sellerDetails = ({ db }: Pick<Services, 'db'>): Promise<SellerDetails> => withWaiting(db.prisma)

const audited = ({ version: _version, ...details }: Seller) => details

/** A changed account waits for a second administrator (payee.ts), the rest does not. @throws CONFLICT for a stale version */
export async function saveSeller(
  call: SignedInCall<Saving | 'live'>,
  { version, ...wanted }: z.output<typeof sellerInput>,
): Promise<SellerDetails> {
  const saved = await call.db.prisma.$transaction(async (tx) => {
    // Makes saves wait for each other even before the row exists; readers do not wait.
    await tx.$executeRaw`LOCK TABLE seller_details IN SHARE ROW EXCLUSIVE MODE`
    const before = await readSeller(tx)
    if (version !== undefined && version !== before.version) throw conflict({ one: 'seller' })
    const details = { ...wanted, ...(await changePayee(tx, call, before, payeeOf(wanted))) }
    await tx.sellerDetails.upsert({ where: { id: 1 }, create: { id: 1, ...details }, update: details })
    const after = await readSeller(tx)
    const changed = changedFields<Prisma.InputJsonObject>(audited(before), audited(after))
    if (changed) await recordAudit(tx, call.actor, { action: 'seller.saved', subjectType: 'seller', subjectId: '1', ...changed })
    return withWaiting(tx)
  })
  // Public pages and emails show the seller's details.
  call.live.values.settings.changed()
  await issueAfterSaving(call)
  return saved
}

/** The newest first, at most a hundred. */
export async function listRates({ db }: Pick<Services, 'db'>): Promise<ExchangeRate[]> {
  const rows = await db.prisma.exchangeRate.findMany({ orderBy: { day: 'desc' }, take: MOST_RATES })
  return rows.map(({ day, sterling, source, createdAt }) => ({ day: dayOf(day), sterling: sterling.toNumber(), source, createdAt }))
}

/** The rate of the nearest earlier day, else of the nearest later one. */
async function rateBeside(tx: Prisma.TransactionClient, day: string): Promise<{ sterling: number; day: string } | null> {
  const [found] = await tx.$queryRaw<{ sterling: number; day: string }[]>`
    SELECT sterling::float8 AS sterling, day::text AS day FROM exchange_rates WHERE day <> ${day}::date AND isfinite(day)
    ORDER BY day > ${day}::date, abs(day - ${day}::date) LIMIT 1`
  return found ?? null
}

/** @throws BAD_REQUEST for a probable slip: waiting documents would be issued with it at once, and keep it */
async function mustBeLikely(tx: Prisma.TransactionClient, { day, sterling }: Pick<ExchangeRate, 'day' | 'sterling'>): Promise<void> {
  const last = await rateBeside(tx, day)
  if (!isDoubtfulRate(sterling, last?.sterling ?? null)) return
  const why = last ? `The rate of ${formatDay(last.day)} is ${last.sterling}.` : 'No rate of the euro has ever been near that.'
  const message = `Is one euro really ${sterling} pounds? ${why} Invoices that wait are issued with it.`
  throw fieldError('confirmation_needed', 'sterling', message)
}

/** @throws CONFLICT for a rate that an issued document uses; BAD_REQUEST for an unconfirmed rate far from the last one */
export async function saveRate(
  call: Call<Saving>,
  { day, sterling, source, confirmed }: z.output<typeof rateInput>,
): Promise<ExchangeRate> {
  const saved = await call.db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE`
    if (confirmed !== true) await mustBeLikely(tx, { day, sterling })
    const date = new Date(day)
    const before = await tx.exchangeRate.findUnique({ where: { day: date } })
    const used = await tx.billingDocument.findFirst({
      where: { rateDay: date, OR: [{ rateSterling: { not: sterling } }, { rateSource: { not: source } }] },
      select: { number: true },
    })
    if (used) {
      const message = `The rate of ${formatDay(day)} is on ${used.number ?? 'a document'}: it stays as it is. Save the rate of another day.`
      throw new TRPCError({ code: 'CONFLICT', message })
    }
    const by = { sterling, source, createdBy: call.actor.userId }
    const row = await tx.exchangeRate.upsert({ where: { day: date }, create: { day: date, ...by, createdAt: call.now() }, update: by })
    await recordAudit(tx, call.actor, {
      action: 'exchange_rate.saved',
      subjectType: 'exchange_rate',
      subjectId: day,
      ...(before && { before: { sterling: before.sterling.toNumber(), source: before.source } }),
      after: { sterling, source },
    })
    return { day, sterling, source, createdAt: row.createdAt }
  })
  await issueAfterSaving(call)
  return saved
}

/** The newest first within each code. */
export async function listVatRates({ db }: Pick<Services, 'db'>): Promise<VatRateRow[]> {
  const rows = await db.prisma.vatRate.findMany({ orderBy: [{ code: 'asc' }, { validFrom: 'desc' }], take: MOST_RATES })
  return rows.map(({ code, validFrom, percent }) => ({ code, validFrom: dayOf(validFrom), percent: toAmount(percent) }))
}
