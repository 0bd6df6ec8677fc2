import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { ExchangeRate, rateInput, Seller, sellerInput, VatRateRow } from '~/contracts/credit/buyers'
import { calendarDay, formatDay } from '~/lib/instant'
import type { Call } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { conflict } from '~/server/platform/database/conflict'
import { toAmount } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { readSeller } from './parties'
import { issueWaiting } from './waiting'

/** Whom bills are from, and the rates that they go by. */

type SavingCall = Call<'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'siteUrl'>

/** Rates of exchange that are listed, and rates of VAT. */
const LISTED = 100
/** Days for which an invoice may use a rate (prepare.ts). */
const RATE_DAYS = 31

/** Saves the seller's details, and issues what waited for them. @throws CONFLICT for a stale version */
export async function saveSeller(call: SavingCall, { version, ...given }: z.output<typeof sellerInput>): Promise<Seller> {
  const saved = await call.db.prisma.$transaction(async (tx) => {
    // A row that is not there yet cannot be locked.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('seller_details'))::text`
    const { version: present, ...before } = await readSeller(tx)
    if (version !== undefined && version !== present) throw conflict({ one: 'seller’s details' })
    const changed = changedFields(before, given)
    if (!changed && present > 0) return { ...before, version: present }
    await tx.sellerDetails.upsert({ where: { id: 1 }, create: { id: 1, ...given }, update: given })
    await recordAudit(tx, call.actor, { action: 'seller.saved', subjectType: 'seller', subjectId: '1', ...(changed ?? {}) })
    return readSeller(tx)
  })
  await issueWaiting(call)
  return saved
}

/** The newest rates of exchange. */
export async function readRates({ db }: Pick<Services, 'db'>): Promise<ExchangeRate[]> {
  return db.prisma.$queryRaw<ExchangeRate[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sterling::float8 AS sterling, left(source, 200) AS source
    FROM exchange_rates WHERE isfinite(day) ORDER BY exchange_rates.day DESC LIMIT ${LISTED}`
}

/** The rates of VAT since their days, the newest first. */
export async function readVatRates({ db }: Pick<Services, 'db'>): Promise<VatRateRow[]> {
  const rows = await db.prisma.vatRate.findMany({ orderBy: [{ validFrom: 'desc' }, { code: 'asc' }], take: LISTED })
  return rows.map(({ code, validFrom, percent }) => ({ code, validFrom: validFrom.toISOString().slice(0, 10), percent: toAmount(percent) }))
}

/**
 * Saves the rate of a day, in place of another, and issues what waited for it.
 * @throws BAD_REQUEST for a day to come; CONFLICT where an issued document has used another value of the day
 */
export async function saveRate(call: SavingCall, { day, sterling, source }: z.output<typeof rateInput>): Promise<ExchangeRate[]> {
  const { db, now, businessTimeZone, actor } = call
  if (day > calendarDay(now(), businessTimeZone)) throw fieldError('validation_failed', 'day', 'Not in the future')
  await db.prisma.$transaction(async (tx) => {
    // Waits for invoices that are being issued by the rate of the day.
    const [known] = await tx.$queryRaw<{ sterling: number; source: string }[]>`
      SELECT sterling::float8 AS sterling, source FROM exchange_rates WHERE day = ${day}::date FOR UPDATE`
    const [used] = await tx.$queryRaw<{ number: string }[]>`
      SELECT number FROM billing_documents WHERE issued_on >= ${day}::date AND issued_on < ${day}::date + ${RATE_DAYS}::int
        AND rate_day = ${day}::date AND rate_sterling <> ${sterling}::numeric LIMIT 1`
    if (used) {
      const message = `${used.number} was issued by another rate of ${formatDay(day)}, so that one stays.`
      throw new TRPCError({ code: 'CONFLICT', message })
    }
    if (known && known.sterling === sterling && known.source === source) return
    const by = { sterling, source, createdBy: actor.userId, createdAt: now() }
    await tx.exchangeRate.upsert({ where: { day: new Date(day) }, create: { day: new Date(day), ...by }, update: by })
    const event = { action: 'exchange_rate.saved', subjectType: 'exchange_rate', subjectId: day, after: { sterling, source } }
    await recordAudit(tx, actor, { ...event, ...(known && { before: known }) })
  })
  await issueWaiting(call)
  return readRates(call)
}
