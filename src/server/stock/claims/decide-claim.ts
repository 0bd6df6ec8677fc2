import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { answerClaimInput, answerOwnClaimInput, ClaimAnswer, decideClaimInput, withdrawClaimInput } from '~/contracts/stock/claims'
import { isClaimableUnit } from '~/contracts/stock/passports'
import type { Unit } from '~/contracts/stock/units'
import type { Prisma, UnitClaim } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import type { Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { lockUnit } from '../units/find-unit'
import type { Client } from '../passports/public-passport'
import { giveTo, recordClaim, refused } from './claim-unit'
import { tellClaimants, tellOwner, type ClaimServices } from './claim-emails'
import { claimOfLink } from './read-claims'

type Tx = Prisma.TransactionClient
type Deciding = 'db' | keyof ClaimServices

const CLAIM = { one: 'request' }

/** @throws NOT_FOUND, CONFLICT if it no longer waits */
async function lockClaim(tx: Tx, id: string): Promise<{ claim: UnitClaim; unit: Unit }> {
  const found = await tx.unitClaim.findUnique({ where: { id }, select: { unitId: true } })
  if (!found) throw notFound(CLAIM)
  const unit = await lockUnit(tx, found.unitId)
  await tx.$queryRaw`SELECT FROM unit_claims WHERE id = ${id}::uuid FOR UPDATE`
  const claim = await tx.unitClaim.findUnique({ where: { id } })
  if (!claim) throw notFound(CLAIM)
  if (claim.state !== 'waiting') throw refused('This request was answered already, or has ended.')
  return { claim, unit }
}

const deciders = {
  owner: { agree: 'You agreed to it.', refuse: 'You refused the request.' },
  staff: { agree: 'Our team decided so.', refuse: 'Our team refused the request.' },
} as const

interface Decision {
  answer: ClaimAnswer
  by: keyof typeof deciders
  note?: string | undefined
}

/** @throws CONFLICT for a machine that cannot change hands at present */
async function settle(
  tx: Tx,
  call: ClaimServices & { actor: Actor },
  { claim, unit }: { claim: UnitClaim; unit: Unit },
  { answer, by, note }: Decision,
) {
  const { actor } = call
  const now = call.now()
  if (answer === 'agree' && !isClaimableUnit(unit))
    throw refused(`${unit.unitNumber} is with us at this time. It can change hands once it has left.`)
  const decidedBy = by === 'staff' ? actor.userId : null
  const state = answer === 'agree' ? 'agreed' : 'refused'
  await tx.unitClaim.update({
    where: { id: claim.id },
    data: { state, decidedAt: now, decidedBy, tokenHash: null, note: note ?? null },
    select: { id: true },
  })
  if (answer === 'agree') await giveTo(tx, unit, claim.claimantId, { actor, now })
  await recordClaim(tx, actor, unit.id, state, { by, ...(note !== undefined && { note }) })
  // After a refusal only an owner who was asked, or who decided, gets an email.
  if (answer === 'agree') await tellOwner(tx, call, unit.userId, unit, 'left', deciders[by].agree)
  else if (claim.askedAt !== null || by === 'owner') await tellOwner(tx, call, unit.userId, unit, 'stays', deciders[by].refuse)
  await tellClaimants(tx, call)
}

const done = ({ unitNumber }: Unit) => ({ unitNumber })

/** @throws NOT_FOUND for an invalid or expired link, TOO_MANY_REQUESTS, CONFLICT */
export async function answerByLink(
  call: Call<Deciding | 'limits'> & Client,
  { token, answer }: z.output<typeof answerClaimInput>,
): Promise<{ unitNumber: string }> {
  const { id, ownerId } = await claimOfLink(call, token)
  return call.db.prisma.$transaction(async (tx) => {
    const locked = await lockClaim(tx, id)
    if (locked.unit.userId === null || locked.unit.userId !== ownerId) throw refused('This machine is no longer in your account.')
    await settle(tx, call, locked, { answer, by: 'owner' })
    return done(locked.unit)
  })
}

/** @throws NOT_FOUND, also for another owner's machine; CONFLICT */
export const answerOwnClaim = (
  call: SignedInCall<Deciding>,
  { id, answer }: z.output<typeof answerOwnClaimInput>,
): Promise<{ unitNumber: string }> =>
  call.db.prisma.$transaction(async (tx) => {
    const theirs = await tx.unitClaim.findFirst({ where: { id, unit: { userId: call.viewer.userId } }, select: { id: true } })
    if (!theirs) throw notFound(CLAIM)
    const locked = await lockClaim(tx, id)
    if (locked.unit.userId !== call.viewer.userId) throw notFound(CLAIM)
    await settle(tx, call, locked, { answer, by: 'owner' })
    return done(locked.unit)
  })

/** @throws NOT_FOUND; FORBIDDEN for one's own request; CONFLICT for a request that no longer waits, and a machine that is with the shop */
export const decideClaim = (
  call: SignedInCall<Deciding>,
  { id, ...decision }: z.output<typeof decideClaimInput>,
): Promise<{ unitNumber: string }> =>
  call.db.prisma.$transaction(async (tx) => {
    const locked = await lockClaim(tx, id)
    if (locked.claim.claimantId === call.viewer.userId)
      throw new TRPCError({ code: 'FORBIDDEN', message: 'This is your own request. Somebody else must decide it.' })
    const note = decision.answer === 'refuse' ? decision.note : undefined
    await settle(tx, call, locked, { answer: decision.answer, by: 'staff', note })
    return done(locked.unit)
  })

/** Tells an owner who was asked that no answer is needed. */
async function takeBack(tx: Tx, call: ClaimServices & { actor: Actor }, { claim, unit }: { claim: UnitClaim; unit: Unit }) {
  const now = call.now()
  await tx.unitClaim.update({
    where: { id: claim.id },
    data: { state: 'withdrawn', decidedAt: now, tokenHash: null, toldAt: now },
    select: { id: true },
  })
  await recordClaim(tx, call.actor, unit.id, 'withdrawn', {})
  if (claim.askedAt !== null) await tellOwner(tx, call, claim.ownerId, unit, 'stays', 'The request was withdrawn.')
}

/** @throws NOT_FOUND, also for another person's; CONFLICT if it no longer waits */
export const withdrawClaim = (call: SignedInCall<Deciding>, { id }: z.output<typeof withdrawClaimInput>): Promise<{ unitNumber: string }> =>
  call.db.prisma.$transaction(async (tx) => {
    const theirs = await tx.unitClaim.findFirst({ where: { id, claimantId: call.viewer.userId }, select: { id: true } })
    if (!theirs) throw notFound(CLAIM)
    const locked = await lockClaim(tx, id)
    await takeBack(tx, call, locked)
    return done(locked.unit)
  })

export async function withdrawAllOf(tx: Tx, call: ClaimServices & { actor: Actor }, userId: string): Promise<void> {
  const waiting = await tx.unitClaim.findMany({
    where: { claimantId: userId, state: 'waiting' },
    select: { id: true },
    orderBy: { unitId: 'asc' },
  })
  for (const { id } of waiting) {
    const locked = await lockClaim(tx, id).catch((error: unknown) => {
      if (error instanceof TRPCError && error.code === 'CONFLICT') return null
      throw error
    })
    if (locked) await takeBack(tx, call, locked)
  }
}
