import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Buyer, buyerInput, buyerOfUserInput, CaseBuyer, ownBuyerInput, saveBuyerOfCaseInput } from '~/contracts/billing/buyers'
import type { Buyer as BuyerRow, Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { caseOfLink, lockTheirs } from '~/server/cases/base/customer-access'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { hasNoAddress } from '~/server/identity/users/no-address'
import { networkOf } from '~/server/identity/auth/limits'
import { changedFields, recordAudit, type Actor, type ClientInfo } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { issueAfterSaving } from './issue-waiting'
import { openBuyer } from './invoice-parties'
import { postVatCheck } from './vat-numbers'

type Tx = Prisma.TransactionClient
type Saving = 'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl' | 'jobs' | 'vatNumberUrl'
type Details = Omit<z.output<typeof ownBuyerInput>, 'version'>

const noUser = () => notFound({ one: 'customer' })

const detailsOf = (row: BuyerRow): Details & { termsDays: number | null } => ({
  isBusiness: row.isBusiness,
  fullName: row.fullName,
  company: row.company,
  billingAddress: row.billingAddress,
  postalAddress: row.postalAddress,
  country: row.country,
  vatNumber: row.vatNumber,
  termsDays: row.termsDays,
})

const shown = (row: BuyerRow): Buyer => ({
  ...detailsOf(row),
  userId: row.userId,
  email: row.email,
  vatNumberState: row.vatNumberState,
  version: row.version,
})

const nothing = (userId: string, email: string | null, fullName: string | null): Buyer => ({
  userId,
  email,
  fullName,
  isBusiness: false,
  company: null,
  billingAddress: null,
  postalAddress: null,
  country: 'GB',
  vatNumber: null,
  vatNumberState: 'unchecked',
  termsDays: null,
  version: 0,
})

/** @throws NOT_FOUND */
export async function readBuyer({ db: { prisma } }: Pick<Services, 'db'>, { userId }: z.output<typeof buyerOfUserInput>): Promise<Buyer> {
  const row = await prisma.buyer.findFirst({ where: { userId, formerOf: null } })
  if (row) return shown(row)
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { email: true, profile: { select: { fullName: true } } } })
  if (!user) throw noUser()
  return nothing(userId.toLowerCase(), hasNoAddress(user.email) ? null : user.email, user.profile?.fullName ?? null)
}

interface Written {
  userId: string
  details: Partial<Details> & { termsDays?: number | null }
  version?: number | undefined
}

/** Opens the buyer if need be, with an audit entry. @throws NOT_FOUND, CONFLICT */
async function writeBuyer(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'vatNumberUrl'>,
  actor: Actor,
  { userId, details, version }: Written,
): Promise<BuyerRow> {
  const opened = await openBuyer(tx, userId)
  if (!opened) throw noUser()
  await lockRow(tx, { one: 'buyer', table: 'buyers' }, opened.id, version)
  const before = await tx.buyer.findUniqueOrThrow({ where: { id: opened.id } })
  const isOther = details.vatNumber !== undefined && details.vatNumber !== before.vatNumber
  const after = await tx.buyer.update({
    where: { id: opened.id },
    data: { ...details, ...(isOther && { vatNumberState: 'unchecked', vatNumberCheckedAt: null }) },
  })
  if (isOther) await postVatCheck(tx, services, after)
  const changed = changedFields(detailsOf(before), detailsOf(after))
  if (changed) await recordAudit(tx, actor, { action: 'buyer.saved', subjectType: 'buyer', subjectId: after.id, ...changed })
  return after
}

/** Includes payment terms, for staff. @throws NOT_FOUND; CONFLICT for a stale version */
export async function saveBuyer(call: Call<Saving>, { userId, version, ...details }: z.output<typeof buyerInput>): Promise<Buyer> {
  const { termsDays, ...rest } = details
  const written = { userId, version, details: { ...rest, ...(termsDays !== undefined && { termsDays }) } }
  const row = await call.db.prisma.$transaction((tx) => writeBuyer(tx, call, call.actor, written))
  await issueAfterSaving(call)
  return shown(row)
}

/** @throws CONFLICT for a stale version */
export async function saveOwnBuyer(call: SignedInCall<Saving>, { version, ...details }: z.output<typeof ownBuyerInput>): Promise<Buyer> {
  const written = { userId: call.viewer.userId, details, version }
  const row = await call.db.prisma.$transaction((tx) => writeBuyer(tx, call, call.actor, written))
  await issueAfterSaving(call)
  return shown(row)
}

/** True for an account that can sign in. Its details are private even to holders of a case's link. */
async function isOwned(db: Pick<Tx, 'user'>, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true, emailVerifiedAt: true, signedUpAt: true } })
  return user !== null && (user.passwordHash !== null || user.emailVerifiedAt !== null || user.signedUpAt !== null)
}

/** Of an account, a link shows only whether an address is known. */
const shownToLink = (row: Buyer, isOwners: boolean): CaseBuyer => ({
  ...(isOwners ? { ...nothing(row.userId, null, null), version: row.version } : { ...row, email: null }),
  isKnown: row.billingAddress !== null,
})

const nobody = (): CaseBuyer => ({ ...nothing('', null, null), isKnown: false })

type LinkCall<Name extends keyof Services> = Call<Name | 'db' | 'now' | 'limits' | 'businessTimeZone'> & { client: ClientInfo }

/** Details given for the case's customer, never those of an account. @throws NOT_FOUND */
export async function buyerOfCase(call: LinkCall<never>, { token }: { token: string }): Promise<CaseBuyer> {
  const { customerId } = await caseOfLink(call, token)
  if (customerId === null) return nobody()
  return shownToLink(await readBuyer(call, { userId: customerId }), await isOwned(call.db.prisma, customerId))
}

/** A link may change an account's details only while it has none. @throws CONFLICT */
function detailsByLink(details: Details, row: BuyerRow | null, isOwners: boolean): Partial<Details> {
  if (!isOwners) return details
  const lacks = (name: 'billingAddress' | 'company' | 'postalAddress' | 'vatNumber') => (row?.[name] ?? null) === null
  if (!lacks('billingAddress'))
    throw new TRPCError({ code: 'CONFLICT', message: 'The account has billing details already. Sign in to change them.' })
  return {
    billingAddress: details.billingAddress,
    country: details.country,
    ...(lacks('company') && { company: details.company, isBusiness: details.isBusiness }),
    ...(lacks('postalAddress') && { postalAddress: details.postalAddress }),
    ...(lacks('vatNumber') && { vatNumber: details.vatNumber }),
  }
}

/**
 * Saves details by a case's link, which grants access to the case, not to the account: an account's missing address may be filled in.
 * @throws NOT_FOUND; CONFLICT for a stale version, a case whose customer is missing or has changed, and an account with an address
 */
export async function saveBuyerOfCase(
  call: LinkCall<Saving>,
  { token, version, ...details }: z.output<typeof saveBuyerOfCaseInput>,
): Promise<CaseBuyer> {
  const theirs: CustomerCase = await caseOfLink(call, token)
  await call.limits.take('trackingAnswers', networkOf(call.client))
  const saved = await call.db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const { customerId: userId } = theirs
    if (userId === null) throw new TRPCError({ code: 'CONFLICT', message: 'We do not know yet whose case this is. Please write to us.' })
    const isOwners = await isOwned(tx, userId)
    const known = await tx.buyer.findFirst({ where: { userId, formerOf: null } })
    const row = await writeBuyer(tx, call, call.actor, { userId, version, details: detailsByLink(details, known, isOwners) })
    return shownToLink(shown(row), isOwners)
  })
  await issueAfterSaving(call)
  return saved
}
