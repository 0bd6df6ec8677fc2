import { sumOfAmounts } from '~/contracts/credit/credit'
import { missing, missingTexts } from '~/contracts/billing/invoices'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { countedBy } from '~/server/billing/store-credit/once-used'
import { findPaid } from '~/server/billing/store-credit/settle-credit'
import type { StatusCall, StatusEffect } from '~/server/platform/records/status-records'
import { toAmount } from '~/server/platform/database/column-values'
import { withdrawOfEnded } from './ended-work'
import { issueDocument } from './issue-invoice'
import { AUTOMATIC } from './prepare-invoice'

/** A repair is billed once it is completed; later statuses do not change that. */

type Tx = Prisma.TransactionClient

/** Most repairs billed with the change of status; the rest follows in the background within ten minutes. */
const AT_ONCE = 10

const EMAILED = 'Unless it is set back, its customer gets the invoice by email within ten minutes.'
const NOT_EMAILED = 'No email address is known for it: print the invoice for its customer.'

interface BilledWork {
  nounId: string
  /** EUR invoiced before credit notes; of deposits after them. */
  billed: number
  /** EUR that credit notes have taken off. */
  credited: number
  hasInvoice: boolean
}

/** Repairs without a document are missing. */
const readBilled = (tx: Tx, ids: readonly string[]) =>
  tx.$queryRaw<BilledWork[]>`
    SELECT noun_id::text AS "nounId", bool_or(purpose = 'repair' AND state = 'issued') AS "hasInvoice",
      coalesce(sum(total - CASE purpose WHEN 'deposit' THEN credited ELSE 0 END) FILTER (WHERE state = 'issued'), 0)::float8 AS billed,
      coalesce(sum(credited) FILTER (WHERE purpose = 'repair'), 0)::float8 AS credited
    FROM billing_documents WHERE noun = 'repairs' AND noun_id = ANY(${[...ids]}::uuid[]) AND kind = 'invoice' AND purpose <> 'interest' AND state <> 'withdrawn'
    GROUP BY noun_id`

/** Starts a document for each repair without a waiting one; issuing reads its lines. @returns all that wait */
async function beginDocuments(tx: Tx, { actor, now, businessTimeZone }: StatusCall, ids: readonly string[]) {
  const at = now()
  const ofRepair = Prisma.sql`noun = 'repairs' AND noun_id = given.id AND kind = 'invoice' AND purpose = 'repair'`
  await tx.$executeRaw`
    INSERT INTO billing_documents (purpose, noun, noun_id, supplied_on, key, created_by, created_at)
    SELECT 'repair', 'repairs', given.id, ${calendarDay(at, businessTimeZone)}::date,
      ${AUTOMATIC} || 'repairs:' || given.id || ':' || (SELECT count(*) + 1 FROM billing_documents WHERE ${ofRepair}), ${actor.userId}::uuid, ${at}::timestamptz
    FROM unnest(${[...ids]}::uuid[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM billing_documents WHERE ${ofRepair} AND state = 'waiting')
    ON CONFLICT (key) DO NOTHING`
  return tx.billingDocument.findMany({
    where: { noun: 'repairs', nounId: { in: [...ids] }, kind: 'invoice', purpose: 'repair', state: 'waiting' },
    orderBy: [{ nounId: 'asc' }, { createdAt: 'asc' }],
    select: { id: true, nounId: true },
  })
}

async function billCompleted(tx: Tx, call: StatusCall, ids: readonly string[]): Promise<string[]> {
  const work = await findPaid(tx, 'repairs', ids)
  const billed = await readBilled(tx, ids)
  const notices: string[] = []
  await withdrawOfEnded(tx, 'repairs', ids)
  const open: string[] = []
  for (const { id, number, cost } of work) {
    const done = billed.find(({ nounId }) => nounId === id)
    const left = sumOfAmounts([cost ?? 0, -(done?.billed ?? 0)])
    if (left > 0) open.push(id)
    else if (done) notices.push(...noticesOf(number, cost ?? 0, done))
  }
  if (open.length === 0) return notices
  const waiting = await beginDocuments(tx, call, open)
  for (const { id, nounId } of waiting.length > AT_ONCE ? [] : waiting) {
    const { state, waitsFor, number: invoice, buyer } = await issueDocument(tx, { ...call, tells: false }, id)
    const number = work.find((one) => one.id === nounId)?.number ?? ''
    const why = missing.filter((one) => waitsFor.includes(one)).map((one) => `${missingTexts[one]}.`)
    if (state === 'waiting') notices.push([`The invoice of ${number} waits.`, ...why].join(' '))
    else if (state !== 'withdrawn') notices.push(`${number} is billed by ${invoice}. ${buyer.email === null ? NOT_EMAILED : EMAILED}`)
  }
  return notices
}

/** Proposes a credit note if more is billed than the cost, and an invoice if some was credited. */
function noticesOf(number: string, cost: number, { billed, credited }: BilledWork): string[] {
  const beyond = sumOfAmounts([billed, -credited, -cost])
  if (beyond > 0) return [`${formatEuro(beyond)} more is billed for ${number} than it costs: credit the difference on its bill.`]
  if (beyond < 0) return [`${formatEuro(-beyond)} of ${number} was credited and is not billed again.`]
  return []
}

/** Resumed repairs keep their invoices; waiting bills start again once the work is done. @returns sentences for the administrator */
async function keepInvoices(tx: Tx, ids: readonly string[]): Promise<string[]> {
  await tx.billingDocument.updateMany({
    where: { noun: 'repairs', nounId: { in: [...ids] }, purpose: 'repair', state: 'waiting', key: { startsWith: AUTOMATIC } },
    data: { state: 'withdrawn', waitsFor: [] },
  })
  const kept = await tx.billingDocument.findMany({
    where: { noun: 'repairs', nounId: { in: [...ids] }, kind: 'invoice', purpose: 'repair', state: 'issued' },
    orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
    select: { number: true, total: true, credited: true },
    take: AT_ONCE,
  })
  return kept.flatMap(({ number, total, credited }) =>
    toAmount(credited) >= toAmount(total)
      ? []
      : `Invoice ${number} for ${formatEuro(toAmount(total))} stays. Where the repair will cost less, credit the difference.`,
  )
}

const isDone = (status: string) => status === 'completed' || status === 'shipped'

/** True if there is store credit for these repairs, or a bill. Their rows are locked, as by everybody who adds one. */
async function haveMoney(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isThere: boolean }[]>`
    SELECT EXISTS (SELECT FROM credit_payments WHERE noun = 'repairs' AND noun_id = ANY(${[...ids]}::text[]))
      OR EXISTS (SELECT FROM billing_documents WHERE noun = 'repairs' AND noun_id = ANY(${[...ids]}::uuid[])) AS "isThere"`
  return found?.isThere === true
}

/** An effect on the money of repairs; most have none before they are done. */
export const whereMoneyIs =
  (effect: StatusEffect): StatusEffect =>
  async (tx, call, change) =>
    isDone(change.status) || (await haveMoney(tx, change.ids)) ? effect(tx, call, change) : []

/** An effect of a repair's status, and then its bill, which never fails it: where something is missing the document waits for that. */
export const withInvoices =
  (effect: StatusEffect): StatusEffect =>
  async (tx, call, change) => {
    const ends = isDone(change.status)
    const works = change.ids.map((nounId) => ({ noun: 'repairs', nounId }))
    await lockBilling(tx, { works, bills: ends && works.length <= AT_ONCE, sums: await countedBy(tx, call, 'repairs', change.ids) })
    const notices = await effect(tx, call, change)
    return [...notices, ...(await (ends ? billCompleted(tx, call, change.ids) : keepInvoices(tx, change.ids)))]
  }
