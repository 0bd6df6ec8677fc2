import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { Buyer, BuyerOfCase, buyerInput, ownBuyerInput } from '~/contracts/credit/buyers'
import { records } from '~/contracts/records'
import type { Buyer as BuyerRow, Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { presentRef } from '~/server/cases/customer/access'
import type { CustomerCase } from '~/server/cases/customer-case'
import { recordAudit } from '~/server/platform/audit/record'
import { conflict, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { openBuyer } from './parties'
import { needsCheck, postCheck } from './vat-checks'
import { issueWaiting } from './waiting'

/** Billing details of customers: saved at the desk, by themselves, and by the link of a case while nobody else could have. */

type Tx = Prisma.TransactionClient
type SavingCall = Call<'db' | 'log' | 'now' | 'businessTimeZone' | 'outbox' | 'siteUrl' | 'jobs' | 'vatLookup'>
type Details = Omit<z.output<typeof ownBuyerInput>, 'version'> & Pick<z.output<typeof buyerInput>, 'termsDays'>

const noCustomer = () => notFound({ one: 'customer' })
const details = { one: 'customer’s billing details' }

/** The version of a row that was opened for a bill, and that nobody has saved. */
const OPENED = 1

const toBuyer = ({ userId, version, ...row }: Omit<BuyerRow, 'id'>): Buyer => ({
  userId,
  email: row.email,
  isBusiness: row.isBusiness,
  fullName: row.fullName,
  company: row.company,
  billingAddress: row.billingAddress,
  postalAddress: row.postalAddress,
  country: row.country,
  vatNumber: row.vatNumber,
  vatNumberState: row.vatNumberState,
  termsDays: row.termsDays,
  version: version === OPENED ? 0 : version,
})

/** A customer's billing details; those of their account where none are saved. @throws NOT_FOUND */
export async function readBuyer({ db }: Pick<Services, 'db'>, userId: string): Promise<Buyer> {
  const row = await db.prisma.buyer.findUnique({ where: { userId } })
  if (row) return toBuyer(row)
  const user = await db.prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, profile: { select: { email: true, fullName: true } } },
  })
  if (!user) throw noCustomer()
  const { profile } = user
  return {
    ...{ userId, email: profile?.email ?? user.email, isBusiness: false, fullName: profile?.fullName ?? null, company: null },
    ...{
      billingAddress: null,
      postalAddress: null,
      country: 'GB',
      vatNumber: null,
      vatNumberState: 'unchecked',
      termsDays: null,
      version: 0,
    },
  }
}

/** Opens a customer's row and locks it. @throws NOT_FOUND */
async function lockBuyer(tx: Tx, userId: string): Promise<BuyerRow> {
  if (!(await openBuyer(tx, userId))) throw noCustomer()
  await tx.$queryRaw`SELECT id FROM buyers WHERE user_id = ${userId}::uuid FOR UPDATE`
  return tx.buyer.findUniqueOrThrow({ where: { userId } })
}

const fieldsOf = (row: Details): Details => ({
  isBusiness: row.isBusiness,
  fullName: row.fullName,
  company: row.company,
  billingAddress: row.billingAddress,
  postalAddress: row.postalAddress,
  country: row.country,
  vatNumber: row.vatNumber,
  termsDays: row.termsDays,
})

/** Writes details to a locked row, and has a new VAT number checked. */
async function writeBuyer(tx: Tx, call: SavingCall, row: BuyerRow, given: Details): Promise<Buyer> {
  const before = fieldsOf(row)
  const after: Details = { ...fieldsOf(given), termsDays: given.termsDays === undefined ? row.termsDays : given.termsDays }
  const changed = Object.keys(after).filter((field) => Reflect.get(after, field) !== Reflect.get(before, field))
  if (changed.length === 0 && row.version !== OPENED) return toBuyer(row)
  const isOtherNumber = after.vatNumber !== row.vatNumber
  const saved = await tx.buyer.update({
    where: { id: row.id },
    data: { ...after, ...(isOtherNumber && { vatNumberState: 'unchecked', vatNumberCheckedAt: null }) },
  })
  if (isOtherNumber && call.vatLookup && needsCheck(after.vatNumber)) await postCheck(tx, call, row.id, after.vatNumber)
  // Names and addresses stay out of the log, which outlives the account.
  const terms = ({ isBusiness, termsDays = null }: Details) => ({ isBusiness, termsDays })
  await recordAudit(tx, call.actor, {
    action: 'buyer.saved',
    subjectType: 'buyer',
    subjectId: row.id,
    before: terms(before),
    after: { ...terms(after), changed },
  })
  return toBuyer(saved)
}

async function save(call: SavingCall, userId: string, given: Details & { version?: number | undefined }): Promise<Buyer> {
  const saved = await call.db.prisma.$transaction(async (tx) => {
    const row = await lockBuyer(tx, userId)
    if (given.version !== undefined && Math.max(given.version, OPENED) !== row.version) throw conflict(details)
    return writeBuyer(tx, call, row, given)
  })
  await issueWaiting(call)
  return saved
}

/** Saves a customer's billing details at the desk, and issues what waited for them. @throws NOT_FOUND; CONFLICT for a stale version */
export const saveBuyer = (call: SavingCall, { userId, ...given }: z.output<typeof buyerInput>): Promise<Buyer> => save(call, userId, given)

/** Saves one's own; payment terms stay as they are. @throws CONFLICT for a stale version */
export const saveOwnBuyer = (call: SavingCall, userId: string, given: z.output<typeof ownBuyerInput>): Promise<Buyer> =>
  save(call, userId, { ...given, termsDays: undefined })

/** True if the link of a case may neither show nor change a customer's details: an account of theirs could have them, or they are known. */
async function isClosed(tx: Pick<Tx, 'user' | 'buyer'>, userId: string): Promise<boolean> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { passwordHash: true, signedUpAt: true } })
  if (!user || user.passwordHash !== null || user.signedUpAt !== null) return true
  const buyer = await tx.buyer.findUnique({ where: { userId }, select: { billingAddress: true } })
  return (buyer?.billingAddress ?? null) !== null
}

/** Billing details by the link of a case: asked for when an invoice of it waits for them. */
export async function readBuyerOfCase(services: Pick<Services, 'db'>, { ref, customerId, endedAt }: CustomerCase): Promise<BuyerOfCase> {
  const { prisma } = services.db
  if (customerId === null || endedAt !== null) return { needed: false, buyer: null }
  const waiting = await prisma.billingDocument.count({
    where: { noun: ref.noun, nounId: ref.id, state: 'waiting', waitsFor: { has: 'address' } },
  })
  const needed = waiting > 0
  if (await isClosed(prisma, customerId)) return { needed, buyer: null }
  // The account's address is not the link's to show.
  return { needed, buyer: { ...(await readBuyer(services, customerId)), email: null } }
}

/**
 * Saves billing details by the link of a case.
 * @throws FORBIDDEN where the customer has an account or an address is known; CONFLICT for a case of nobody or a former customer, and for a
 * stale version
 */
export async function saveBuyerOfCase(call: SavingCall, theirs: CustomerCase, given: z.output<typeof ownBuyerInput>): Promise<BuyerOfCase> {
  const { noun } = presentRef(call, theirs)
  const { customerId } = theirs
  if (customerId === null) throw new TRPCError({ code: 'CONFLICT', message: `This ${records[noun].one} has no customer yet.` })
  const buyer = await call.db.prisma.$transaction(async (tx) => {
    const row = await lockBuyer(tx, customerId)
    if (await isClosed(tx, customerId)) throw new TRPCError({ code: 'FORBIDDEN', message: 'Sign in to change your billing details' })
    if (given.version !== undefined && Math.max(given.version, OPENED) !== row.version) throw conflict(details)
    return writeBuyer(tx, call, row, { ...given, termsDays: undefined })
  })
  await issueWaiting(call)
  return { needed: false, buyer: buyer.billingAddress === null ? { ...buyer, email: null } : null }
}
