import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { CLAIM_REST_DAYS, type claimsInput, type LinkedClaim, type OwnClaims, type WaitingClaim } from '~/contracts/stock/claims'
import type { PublicPassport } from '~/contracts/stock/passports'
import { networkOf } from '~/server/identity/auth/limits'
import { hasNoAddress } from '~/server/identity/users/no-address'
import type { ClientInfo } from '~/server/platform/audit/record-audit'
import { hashToken } from '~/server/platform/secrets'
import type { SignedInCall } from '~/server/call'
import type { Services } from '~/server/services'
import { isFreeUnit } from './is-free-unit'

const DAY_MS = 24 * 60 * 60 * 1000
const MOST = 50

const machine = { select: { unitNumber: true, manufacturer: true, model: true, serialNumber: true } } as const

export async function readClaimView(
  { db: { prisma }, now }: Pick<Services, 'db' | 'now'>,
  unit: { id: string; userId: string | null; owner: 'customer' | 'company' },
  viewer: { userId: string } | null,
): Promise<Pick<PublicPassport, 'mustAsk' | 'claim' | 'asked'>> {
  const isMine = viewer !== null && unit.userId === viewer.userId
  const mustAsk = unit.owner === 'customer' && !isMine && (unit.userId !== null || !(await isFreeUnit(prisma, unit.id)))
  if (viewer === null) return { mustAsk, claim: null, asked: [] }
  if (isMine) {
    const waiting = { unitId: unit.id, state: 'waiting' } as const
    const asked = await prisma.unitClaim.findMany({
      where: waiting,
      select: { id: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
      take: MOST,
    })
    return { mustAsk, claim: null, asked }
  }
  const lately = new Date(now().getTime() - CLAIM_REST_DAYS * DAY_MS)
  const found = await prisma.unitClaim.findFirst({
    where: { unitId: unit.id, claimantId: viewer.userId, OR: [{ state: 'waiting' }, { state: 'refused', decidedAt: { gt: lately } }] },
    orderBy: [{ state: 'asc' }, { createdAt: 'desc' }],
  })
  const claim = found && {
    id: found.id,
    state: found.state === 'waiting' ? ('waiting' as const) : ('refused' as const),
    at: found.decidedAt ?? found.createdAt,
  }
  return { mustAsk, claim, asked: [] }
}

/** Failed tries count for the network. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function claimOfLink(
  { db, limits, now, client }: Pick<Services, 'db' | 'limits' | 'now'> & { client: Pick<ClientInfo, 'ip'> },
  token: string,
) {
  const found = await db.prisma.unitClaim.findFirst({
    where: { tokenHash: hashToken(token), state: 'waiting', linkUntil: { gt: now() } },
    include: { unit: machine },
  })
  if (found?.linkUntil) return { ...found, linkUntil: found.linkUntil }
  await limits.take('passportTries', networkOf(client))
  throw new TRPCError({
    code: 'NOT_FOUND',
    message: 'This link no longer works: the request was answered or has ended, or its time is over.',
  })
}

/** @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function readLinkedClaim(call: Parameters<typeof claimOfLink>[0], { token }: { token: string }): Promise<LinkedClaim> {
  const { id, unit, createdAt, linkUntil: until } = await claimOfLink(call, token)
  return { id, ...unit, createdAt, until }
}

export async function listOwnClaims({ db: { prisma }, viewer }: SignedInCall<'db'>): Promise<OwnClaims> {
  const shown = { orderBy: { createdAt: 'asc' }, take: MOST, select: { id: true, createdAt: true, unit: machine } } as const
  const asked = await prisma.unitClaim.findMany({ where: { state: 'waiting', unit: { userId: viewer.userId } }, ...shown })
  const made = await prisma.unitClaim.findMany({ where: { state: 'waiting', claimantId: viewer.userId }, ...shown })
  const row = ({ unit, ...claim }: (typeof asked)[number]) => ({ ...claim, ...unit })
  return { asked: asked.map(row), made: made.map(row) }
}

export async function listWaitingClaims(
  { db: { prisma }, now }: Pick<Services, 'db' | 'now'>,
  { unitId }: z.output<typeof claimsInput>,
): Promise<WaitingClaim[]> {
  const rows = await prisma.unitClaim.findMany({
    where: { state: 'waiting', ...(unitId !== undefined && { unitId }) },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    include: {
      unit: { select: { ...machine.select, user: { select: { id: true, email: true } } } },
      claimant: { select: { id: true, email: true } },
    },
  })
  const at = now()
  const claims = rows.map(({ id, createdAt, askedAt, linkUntil, unit: { user, ...unit }, claimant }) => ({
    ...{ id, createdAt, ...unit, askedAt, linkUntil },
    claimant: { userId: claimant.id, email: claimant.email },
    owner: user && { userId: user.id, email: hasNoAddress(user.email) ? null : user.email },
    needsStaff: user === null || askedAt === null || linkUntil === null || linkUntil <= at,
  }))
  return claims.toSorted((one, other) => Number(other.needsStaff) - Number(one.needsStaff))
}
