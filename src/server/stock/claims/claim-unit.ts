import { TRPCError } from '@trpc/server'
import { CLAIM_REST_DAYS, type ClaimOutcome } from '~/contracts/stock/claims'
import { isClaimableUnit } from '~/contracts/stock/passports'
import type { Unit } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { hasErrorCode } from '~/server/platform/errors'
import { hashToken, randomToken } from '~/server/platform/secrets'
import type { Limits } from '~/server/identity/auth/limits'
import { PASSPORT, recordPassport } from '../passports/issue-passport'
import { contentOf, passportOf, type Client } from '../passports/public-passport'
import { lockUnit, unitFamily } from '../units/find-unit'
import { moveUnit } from '../units/move-unit'
import { askOwner, linkEnd, reach, tellClaimants, type ClaimServices } from './claim-emails'
import { isFreeUnit } from './is-free-unit'
import { tellStaffOfClaims } from './staff-emails'

type Tx = Prisma.TransactionClient

export const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** The entry, under the unit, names only its actor. */
export const recordClaim = (
  tx: Tx,
  actor: Actor,
  unitId: string,
  event: 'asked' | 'agreed' | 'refused' | 'withdrawn',
  after: Prisma.InputJsonObject,
) => recordAudit(tx, actor, { action: `unit.claim_${event}`, subjectType: records.units.auditSubject, subjectId: unitId, after })

/** @throws NOT_FOUND, CONFLICT for a revoked passport */
async function lockPassport(tx: Tx, { id, unitId }: { id: string; unitId: string }) {
  const unit = await lockUnit(tx, unitId)
  const [row] = await tx.$queryRaw<{ isRevoked: boolean; isClaimed: boolean }[]>`
    SELECT revoked_at IS NOT NULL AS "isRevoked", claimed_at IS NOT NULL AS "isClaimed" FROM passports WHERE id = ${id}::uuid FOR UPDATE`
  if (!row) throw notFound(PASSPORT)
  if (row.isRevoked) throw refused('This passport was revoked. Ask us for a new one.')
  return { unit, isClaimed: row.isClaimed }
}

/** Marks the machine's valid passports as claimed. Needs the unit's lock. */
export async function giveTo(tx: Tx, unit: Unit, userId: string, { actor, now }: { actor: Actor; now: Date }): Promise<void> {
  if (unit.userId !== userId) await moveUnit(tx, unit, { userId }, actor)
  await tx.passport.updateMany({
    where: { unitId: { in: await unitFamily(tx, unit.id) }, revokedAt: null },
    data: { claimedBy: userId, claimedAt: now },
  })
  await recordPassport(tx, actor, unit.id, 'claimed', {})
}

export type OwnerCall = SignedInCall<'db' | 'limits' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'> & Client

const DAY_MS = 24 * 60 * 60 * 1000

/** Strangers must not flood the owner of a machine that they have seen. */
async function mayEmail(limits: Limits, tx: Tx, ownerId: string): Promise<boolean> {
  try {
    await limits.within(tx).take('claimEmails', ownerId)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'over_request_rate_limit')) return false
    throw error
  }
}

/** A person has one waiting request for a machine; repeating changes nothing. */
async function ask(tx: Tx, call: OwnerCall, unit: Unit): Promise<void> {
  const { viewer, actor, limits } = call
  const claimantId = viewer.userId
  const now = call.now()
  const theirs = { unitId: { in: await unitFamily(tx, unit.id) }, claimantId }
  if (await tx.unitClaim.findFirst({ where: { ...theirs, state: 'waiting' }, select: { id: true } })) return
  const lately = new Date(now.getTime() - CLAIM_REST_DAYS * DAY_MS)
  if (await tx.unitClaim.findFirst({ where: { ...theirs, state: 'refused', decidedAt: { gt: lately } }, select: { id: true } }))
    throw refused('Your request for this machine was refused. If you have bought it, please send us the receipt.')
  await limits.within(tx).take('claims', claimantId)
  const owner = await reach(tx, unit.userId)
  const wasAsked = await tx.unitClaim.findFirst({ where: { ...theirs, askedAt: { gt: lately } }, select: { id: true } })
  const link =
    owner !== null && unit.userId !== null && !wasAsked && (await mayEmail(limits, tx, unit.userId))
      ? { owner, token: randomToken(), until: linkEnd(now) }
      : null
  const asked = link && { tokenHash: hashToken(link.token), linkUntil: link.until, askedAt: now }
  await tx.unitClaim.create({ data: { unitId: unit.id, claimantId, ownerId: unit.userId, createdAt: now, ...asked }, select: { id: true } })
  if (link) await askOwner(tx, call, link.owner, { unit, ...link })
  else await tellStaffOfClaims(tx, call)
  await recordClaim(tx, actor, unit.id, 'asked', { ownerAsked: link !== null })
}

/**
 * Gives a free machine to the caller at once; else its owner is emailed, or staff decide. Repeating changes nothing. @throws NOT_FOUND,
 * TOO_MANY_REQUESTS, CONFLICT for a revoked passport, a machine that cannot be claimed, and soon after a refusal
 */
export async function claimUnit(call: OwnerCall, { code }: { code: string }): Promise<{ unitNumber: string; outcome: ClaimOutcome }> {
  const passport = await passportOf(call, code)
  if ((await contentOf(call, code, passport)) === null && passport.revokedAt === null)
    throw refused('We have not signed this passport. Ask us for a new one.')
  const { userId } = call.viewer
  return call.db.prisma.$transaction(async (tx) => {
    const { unit, isClaimed } = await lockPassport(tx, passport)
    const { unitNumber } = unit
    const isTheirs = unit.userId === userId
    if (isTheirs && isClaimed) return { unitNumber, outcome: 'yours' }
    if (!isClaimableUnit(unit)) throw refused('This machine cannot be claimed at this time: it has to be sold, and not here with us.')
    if (isTheirs || (await isFreeUnit(tx, unit.id))) {
      await giveTo(tx, unit, userId, { actor: call.actor, now: call.now() })
      await tellClaimants(tx, call)
      return { unitNumber, outcome: 'yours' }
    }
    await ask(tx, call, unit)
    return { unitNumber, outcome: 'waiting' }
  })
}

/**
 * The next owner can claim with the same code. @throws NOT_FOUND, TOO_MANY_REQUESTS, CONFLICT for a revoked passport or another's machine
 */
export async function releaseUnit(call: OwnerCall, { code }: { code: string }): Promise<{ unitNumber: string }> {
  const passport = await passportOf(call, code)
  return call.db.prisma.$transaction(async (tx) => {
    const { unit } = await lockPassport(tx, passport)
    if (unit.userId !== call.viewer.userId) throw refused('This machine is not yours.')
    await endClaims(tx, call, unit.id)
    await moveUnit(tx, unit, { userId: null }, call.actor)
    // The database's clock dates ownerships too, and `isFreeUnit` compares the two.
    await tx.$executeRaw`UPDATE passports SET claimed_by = NULL, claimed_at = NULL, released_at = now() WHERE id = ${passport.id}::uuid`
    await recordPassport(tx, call.actor, unit.id, 'released', {})
    await tellClaimants(tx, call)
    return { unitNumber: unit.unitNumber }
  })
}

const endClaims = (tx: Tx, { now }: Pick<ClaimServices, 'now'>, unitId: string) =>
  tx.unitClaim.updateMany({ where: { unitId, state: 'waiting' }, data: { state: 'ended', decidedAt: now(), tokenHash: null } })
