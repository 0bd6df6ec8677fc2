import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  boxesOf,
  daysOfQuarter,
  mostCorrected,
  type saveVatReturnInput,
  storedBoxes,
  type TypedVat,
  typedVat,
  type VatDocument,
  type VatPurchase,
  type VatQuarter,
  type VatReturn,
  type VatSums,
} from '~/contracts/billing/vat-return'
import { centsOf } from '~/contracts/billing/vat'
import { Prisma } from '~/generated/prisma/client'
import { formatDay } from '~/lib/instant'
import type { Call } from '~/server/call'
import { todayOf } from '~/server/billing/invoices/issue-invoice'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import { conflict } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { documentsOfReturn, purchasesOfReturn, type VatPeriod } from './vat-documents'

type Tx = Prisma.TransactionClient
type Reading = Pick<Services, 'db' | 'now' | 'businessTimeZone'>
type Row = Prisma.VatReturnGetPayload<object>

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const dayAfter = (day: Date) => dayOf(new Date(day.getTime() + 24 * 60 * 60 * 1000))
const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** Most rows of an answer; the file has all. */
const MOST_SHOWN = 200

const typedOf = (row: Row | null): TypedVat =>
  typedVat.parse(
    row === null
      ? {}
      : {
          ...{ otherVatDue: toAmount(row.otherVatDue), vatOnAcquisitions: toAmount(row.vatOnAcquisitions) },
          ...{ vatReclaimed: toAmount(row.vatReclaimed), otherSales: toAmount(row.otherSales) },
          ...{ otherPurchases: toAmount(row.otherPurchases), goodsToEu: toAmount(row.goodsToEu), goodsFromEu: toAmount(row.goodsFromEu) },
          note: row.note,
        },
  )

async function readPeriod(tx: Pick<Tx, 'vatReturn'>, quarter: VatQuarter) {
  const days = daysOfQuarter(quarter)
  const row = await tx.vatReturn.findUnique({ where: { startsOn: new Date(days.from) } })
  const locked = { where: { lockedAt: { not: null } }, select: { startsOn: true, endsOn: true } } as const
  const first = await tx.vatReturn.findFirst({ ...locked, orderBy: { startsOn: 'asc' } })
  const last = await tx.vatReturn.findFirst({ ...locked, orderBy: { startsOn: 'desc' } })
  const isNext = last !== null && dayAfter(last.endsOn) === days.from
  const period: VatPeriod = { ...days, isLocked: Boolean(row?.lockedAt), lateSince: first && isNext ? dayOf(first.startsOn) : null }
  return { row, period, last, isNext }
}

async function gather<Found>(pages: AsyncIterable<Found[]>, each: (row: Found) => void): Promise<{ shown: Found[]; counted: number }> {
  const shown: Found[] = []
  let counted = 0
  for await (const page of pages)
    for (const row of page) {
      each(row)
      counted += 1
      if (shown.length < MOST_SHOWN) shown.push(row)
    }
  return { shown, counted }
}

async function compute(db: Parameters<typeof documentsOfReturn>[0], period: VatPeriod, timeZone: string) {
  const cents = { vat: 0, net: 0, outside: 0, purchases: 0, corrected: 0 }
  let [withoutRate, corrections] = [0, 0]
  const documentIds: string[] = []
  const documents = await gather(documentsOfReturn(db, period), (row: VatDocument) => {
    documentIds.push(row.id)
    if (row.netSterling === null || row.vatSterling === null) withoutRate += 1
    cents.vat += centsOf(row.vatSterling ?? 0)
    cents.net += centsOf(row.netSterling ?? 0)
    cents.outside += centsOf(row.outsideSterling ?? 0)
    if (row.isCorrection) [corrections, cents.corrected] = [corrections + 1, cents.corrected + centsOf(row.vatSterling ?? 0)]
  })
  const purchases = await gather(purchasesOfReturn(db, period, timeZone), (row: VatPurchase) => {
    if (row.sterling === null) withoutRate += 1
    cents.purchases += centsOf(row.sterling ?? 0)
  })
  const sums: VatSums = { vat: cents.vat / 100, net: cents.net / 100, outside: cents.outside / 100, purchases: cents.purchases / 100 }
  return { documents, purchases, sums, corrected: cents.corrected / 100, corrections, withoutRate, documentIds }
}

type Standing = Awaited<ReturnType<typeof readPeriod>>

/** Null if the quarter can be locked. */
function whyNot({ period, last, isNext }: Standing, today: string, withoutRate: number): string | null {
  if (period.isLocked) return 'This quarter is locked.'
  if (today <= period.to) return `This quarter ends on ${formatDay(period.to)}.`
  if (last && !isNext)
    return dayOf(last.endsOn) >= period.from
      ? 'A later quarter is locked.'
      : `The quarter that begins on ${formatDay(dayAfter(last.endsOn))} comes first.`
  if (withoutRate > 0) return 'Some rows have no rate of exchange: save one of their days first.'
  return null
}

export async function readVatReturn(call: Reading, quarter: VatQuarter): Promise<VatReturn> {
  const { prisma } = call.db
  const standing = await readPeriod(prisma, quarter)
  const { row, period, last } = standing
  const { documents, purchases, sums, corrected, corrections, withoutRate } = await compute(call.db, period, call.businessTimeZone)
  const typed = typedOf(row)
  const boxes = (period.isLocked ? storedBoxes.safeParse(row?.boxes).data : undefined) ?? boxesOf(sums, typed)
  const by = !row?.lockedBy ? null : await prisma.user.findUnique({ where: { id: row.lockedBy }, select: { email: true } })
  return {
    from: period.from,
    to: period.to,
    isRegistered: (await readSeller(prisma)).vatNumber !== null,
    locked: row?.lockedAt ? { at: row.lockedAt, by: by?.email ?? null } : null,
    whyNotLocked: whyNot(standing, todayOf(call), withoutRate),
    mayUnlock: period.isLocked && last !== null && dayOf(last.startsOn) === period.from,
    typed,
    boxes,
    sums,
    documents: documents.shown,
    purchases: purchases.shown,
    counted: { documents: documents.counted, purchases: purchases.counted, corrections, withoutRate },
    corrected: { vat: corrected, most: mostCorrected(boxes[6]) },
    version: row?.version ?? 0,
  }
}

type Writing = Call<'db' | 'now' | 'businessTimeZone'>

const lockReturns = (tx: Tx) => tx.$executeRaw`LOCK TABLE vat_returns IN SHARE ROW EXCLUSIVE MODE`

/** @throws CONFLICT for a locked quarter and a stale version */
export async function saveVatReturn(
  call: Writing,
  { year, quarter, version, ...typed }: z.output<typeof saveVatReturnInput>,
): Promise<VatReturn> {
  await call.db.prisma.$transaction(async (tx) => {
    await lockReturns(tx)
    const { row, period } = await readPeriod(tx, { year, quarter })
    if (period.isLocked) throw refused('This quarter is locked. Put it right in the next one.')
    if (version !== undefined && version !== (row?.version ?? 0)) throw conflict({ one: 'VAT return' })
    const startsOn = new Date(period.from)
    await tx.vatReturn.upsert({ where: { startsOn }, create: { startsOn, endsOn: new Date(period.to), ...typed }, update: typed })
    const changed = changedFields(typedOf(row), typed)
    if (changed)
      await recordAudit(tx, call.actor, { action: 'vat_return.saved', subjectType: 'vat_return', subjectId: period.from, ...changed })
  })
  return readVatReturn(call, { year, quarter })
}

/** Freezes a finished quarter; later documents for it go into the next. @throws CONFLICT with the reason if it cannot be locked */
export async function lockVatReturn(call: Writing, quarter: VatQuarter): Promise<VatReturn> {
  await call.db.prisma.$transaction(async (tx) => {
    await lockReturns(tx)
    const standing = await readPeriod(tx, quarter)
    const { row, period } = standing
    const { sums, withoutRate, documentIds } = await compute({ readJson: readJsonWithin(tx) }, period, call.businessTimeZone)
    const why = whyNot(standing, todayOf(call), withoutRate)
    if (why !== null) throw refused(why)
    const startsOn = new Date(period.from)
    const boxes = boxesOf(sums, typedOf(row))
    const locking = { boxes, lockedAt: call.now(), lockedBy: call.actor.userId }
    await tx.vatReturn.upsert({ where: { startsOn }, create: { startsOn, endsOn: new Date(period.to), ...locking }, update: locking })
    await tx.vatReturnDocument.createMany({ data: documentIds.map((documentId) => ({ documentId, startsOn })) })
    await recordAudit(tx, call.actor, { action: 'vat_return.locked', subjectType: 'vat_return', subjectId: period.from, after: boxes })
  })
  return readVatReturn(call, quarter)
}

/** Reopens the last locked quarter. @throws CONFLICT for any other */
export async function unlockVatReturn(call: Writing, quarter: VatQuarter): Promise<VatReturn> {
  await call.db.prisma.$transaction(async (tx) => {
    await lockReturns(tx)
    const { row, period, last } = await readPeriod(tx, quarter)
    if (row === null || !period.isLocked) throw refused('This quarter is open.')
    if (last && dayOf(last.startsOn) !== period.from) throw refused('A later quarter is locked.')
    await tx.vatReturnDocument.deleteMany({ where: { startsOn: row.startsOn } })
    await tx.vatReturn.update({ where: { startsOn: row.startsOn }, data: { boxes: Prisma.DbNull, lockedAt: null, lockedBy: null } })
    await recordAudit(tx, call.actor, { action: 'vat_return.unlocked', subjectType: 'vat_return', subjectId: period.from })
  })
  return readVatReturn(call, quarter)
}

export const periodOfQuarter = async ({ db }: Pick<Services, 'db'>, quarter: VatQuarter): Promise<VatPeriod> =>
  (await readPeriod(db.prisma, quarter)).period
