import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { allows } from '~/contracts/identity/api-keys'
import { MERGE_DAYS, type CustomerProfile, type MergePreview, type mergeCustomersInput } from '~/contracts/identity/customers'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { customersMerged } from '~/server/identity/auth/account-email-templates'
import { accountNotice, queueEmail } from '~/server/identity/auth/account-emails'
import { retireMailTokens } from '~/server/identity/auth/mail-tokens'
import { endSessions } from '~/server/identity/auth/sessions'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { codedError } from '~/server/platform/errors'
import { scopesNow } from './account-access'
import { readCustomer } from './customers'
import { lockSums } from './limit-sums'
import { creditMovedBy, readMerge, type MergeLimit } from './read-merge'
import { lockDecider, oneHand } from './second-administrator'

/** The triggers of `customer_merges` move records, and move them back within 30 days (docs/decisions/031); this decides who may merge. */

type Tx = Prisma.TransactionClient
type Merging = SignedInCall<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone' | 'creditLimit'>

const DAY_MS = 24 * 60 * 60 * 1000
const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })
const CUSTOMER = { one: 'customer' }

/** In the general order: repairs, trade-ins and orders, the two people, sums, accounts of credit and of money. */
async function lockBoth(tx: Tx, ids: readonly string[], administrators: readonly string[]): Promise<void> {
  const both = Prisma.sql`ANY (${[...ids]}::uuid[])`
  for (const table of ['orders', 'repairs', 'trade_ins'])
    await tx.$queryRaw`SELECT id FROM ${Prisma.raw(table)} WHERE user_id = ${both} ORDER BY id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${both} ORDER BY id FOR UPDATE`
  await lockSums(tx, 'credit', ...administrators, ...ids)
  await tx.$queryRaw`SELECT id FROM credit_accounts WHERE user_id = ${both} ORDER BY id FOR UPDATE`
  await tx.$queryRaw`
    SELECT id FROM credit_accounts WHERE buyer_id IN (SELECT b.id FROM buyers AS b WHERE b.user_id = ${both}) ORDER BY buyer_id FOR UPDATE`
}

/** Names the records that the caller has no right to move; null if they may move all. */
function whyNotMove(scopes: Parameters<typeof allows>[0], { moves }: Pick<MergePreview, 'moves'>): string | null {
  const needed = [
    { router: 'credit', name: 'store credit', count: moves.credit + moves.held },
    { router: 'invoices', name: 'invoices and payments', count: moves.invoices + moves.payments },
    { router: 'orders', name: 'orders', count: moves.orders },
    { router: 'repairs', name: 'repairs', count: moves.repairs },
    { router: 'tradeIns', name: 'trade-ins', count: moves.tradeIns },
  ]
  const missing = needed.filter(({ router, count }) => count > 0 && !allows(scopes, router, 'write')).map(({ name }) => name)
  if (missing.length === 0) return null
  const what = new Intl.ListFormat('en-GB').format(missing)
  return `Your access does not include changing ${what}, which would move. Somebody with more access must merge the two.`
}

/** @throws FORBIDDEN for a caller who may not change all that moves */
function mustMayMove(scopes: Parameters<typeof allows>[0], preview: MergePreview): void {
  const why = whyNotMove(scopes, preview)
  if (why !== null) throw codedError('FORBIDDEN', 'insufficient_scope', why)
}

/** @throws NOT_FOUND */
export async function previewMerge(
  { db, creditLimit, viewer, now }: Pick<Merging, 'db' | 'creditLimit' | 'viewer' | 'now'>,
  input: z.output<typeof mergeCustomersInput>,
): Promise<MergePreview> {
  const at = now()
  const reader = { readJson: (sql: Prisma.Sql) => db.readJson(sql) }
  const moved = await creditMovedBy(reader, await oneHand(db.prisma, viewer.userId, at), at)
  const preview = await readMerge(reader, input, { limit: creditLimit, moved })
  return { ...preview, whyNot: preview.whyNot ?? whyNotMove(viewer.scopes, preview) }
}

async function lockMerges(tx: Tx, { viewer, creditLimit }: Merging, ids: readonly string[], at: Date): Promise<MergeLimit> {
  const administrators = await oneHand(tx, viewer.userId, at)
  await lockBoth(tx, ids, administrators)
  return { limit: creditLimit, moved: await creditMovedBy({ readJson: readJsonWithin(tx) }, administrators, at) }
}

async function tell(
  tx: Tx,
  { now, businessTimeZone: timeZone, ...services }: Merging,
  people: readonly Parameters<typeof recipientOf>[0][],
  { email: address, passwordHash }: { email: string; passwordHash: string | null },
) {
  const verb = passwordHash === null ? 'We write to' : 'Sign in with'
  for (const person of people) {
    const event = { ...recipientOf(person), at: now(), timeZone }
    const more = { address: passwordHash !== null && person.email === address ? 'Sign in as before.' : `${verb} ${address} from now on.` }
    await queueEmail(tx, services, (branding) => accountNotice(branding, customersMerged, event, more))
  }
}

/**
 * Moves cases, orders, units, credit, invoices, messages and the account in one transaction; issued documents keep their text. @returns the
 * kept customer
 * @throws NOT_FOUND; CONFLICT for staff, two second factors, an earlier merge, more store credit than one administrator may give, and
 * credit in transfer; FORBIDDEN for a caller who may not change all that moves
 */
export function mergeCustomers(call: Merging, input: z.output<typeof mergeCustomersInput>): Promise<CustomerProfile> {
  const { db, actor, viewer, now } = call
  return db.prisma.$transaction(async (tx) => {
    const owned = await lockDecider(tx, viewer)
    const [keepId, mergedId] = [input.keep.toLowerCase(), input.merge.toLowerCase()]
    const at = now()
    const limit = await lockMerges(tx, call, [keepId, mergedId], at)
    const preview = await readMerge({ readJson: readJsonWithin(tx) }, { keep: keepId, merge: mergedId }, limit)
    if (preview.whyNot !== null) throw refused(preview.whyNot)
    mustMayMove(scopesNow(viewer, owned), preview)
    const people = await tx.user.findMany({
      where: { id: { in: [keepId, mergedId] }, emailVerifiedAt: { not: null } },
      select: { id: true, ...recipientFields },
    })
    await endSessions(tx, mergedId, { at })
    if (preview.account !== 'moves')
      await retireMailTokens(tx, at, mergedId, 'verify_email', 'reset_password', 'claim_account', 'change_email')
    await tx.customerMerge.create({ data: { keepId, mergedId, mergedAt: at, mergedBy: viewer.userId }, select: { id: true } })
    const told = { ...preview.moves, account: preview.account }
    const kept = await tx.user.findUniqueOrThrow({ where: { id: keepId }, select: { email: true, passwordHash: true } })
    await recordAudit(
      tx,
      actor,
      { action: 'user.merged', subjectType: 'user', subjectId: mergedId, after: { into: keepId, ...told } },
      { action: 'user.merged_with', subjectType: 'user', subjectId: keepId, after: { customer: mergedId, ...told } },
    )
    await tell(tx, call, people, kept)
    return readCustomer({ ...call, read: { readJson: readJsonWithin(tx) } }, { id: keepId })
  })
}

/**
 * Moves records back, except what was spent, billed or given on since. @param id of the merged customer
 * @throws NOT_FOUND; CONFLICT for one who is not merged, after 30 days, and while the kept one is merged itself
 */
export function unmergeCustomer(call: Merging, { id: given }: { id: string }): Promise<CustomerProfile> {
  const { db, actor, viewer, now } = call
  const id = given.toLowerCase()
  return db.prisma.$transaction(async (tx) => {
    const owned = await lockDecider(tx, viewer)
    const find = { where: { mergedId: id, undoneAt: null } }
    const known = await tx.customerMerge.findFirst(find)
    if (!known && (await tx.user.count({ where: { id } })) === 0) throw notFound(CUSTOMER)
    const at = now()
    const limit = known ? await lockMerges(tx, call, [known.keepId, id], at) : { limit: call.creditLimit, moved: 0 }
    const merge = await tx.customerMerge.findFirst(find)
    if (!merge) throw refused('This customer is not merged.')
    if (at.getTime() - merge.mergedAt.getTime() > MERGE_DAYS * DAY_MS || merge.profile === null)
      throw refused(`A merge can be undone for ${MERGE_DAYS} days. This one is older.`)
    const { mergedInto } = await tx.user.findUniqueOrThrow({ where: { id: merge.keepId }, select: { mergedInto: true } })
    if (mergedInto !== null) throw refused('The customer who was kept is merged into another one by now. Undo that first.')
    mustMayMove(scopesNow(viewer, owned), await readMerge({ readJson: readJsonWithin(tx) }, { keep: id, merge: merge.keepId }, limit))
    if (merge.accountMoved) await endSessions(tx, merge.keepId, { at })
    await tx.customerMerge.update({ where: { id: merge.id }, data: { undoneAt: at, undoneBy: viewer.userId }, select: { id: true } })
    await recordAudit(
      tx,
      actor,
      { action: 'user.unmerged', subjectType: 'user', subjectId: id, after: { from: merge.keepId } },
      { action: 'user.unmerged_from', subjectType: 'user', subjectId: merge.keepId, after: { customer: id } },
    )
    return readCustomer({ ...call, read: { readJson: readJsonWithin(tx) } }, { id })
  })
}
