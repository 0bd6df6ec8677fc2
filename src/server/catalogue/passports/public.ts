import { TRPCError } from '@trpc/server'
import { isClaimableUnit, type PublicPassport } from '~/contracts/catalogue/passports'
import type { UnitState } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import type { SignedInCall } from '~/server/call'
import { networkOf } from '~/server/identity/auth/limits'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { lockUnit } from '../units/find-unit'
import { moveUnit } from '../units/move-unit'
import { PASSPORT, recordPassport } from './passports'
import { passportsWhere, type PassportRow } from './rows'
import { readSigned } from './sign'

/** Passports as whoever has the code sees them, and how the machine comes to its next owner by it. */

interface Client {
  client: { ip: string | null }
}
type Tx = Prisma.TransactionClient

/**
 * The passport of a code. Whoever tries codes in vain is limited by network.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
async function passportOf({ db, limits, client }: Pick<Services, 'db' | 'limits'> & Client, code: string): Promise<PassportRow> {
  const [found] = await passportsWhere(db, Prisma.sql`t.code = ${code}`)
  if (found) return found
  await limits.take('passportTries', networkOf(client))
  throw notFound(PASSPORT)
}

const pictureAddress = (code: string, id: string, size: 'full' | 'thumbnail'): string =>
  `/api/passport-pictures/${id}?${new URLSearchParams({ code, size }).toString()}`

const DAY_MS = 24 * 60 * 60 * 1000

/** The content of a passport; null for one that is revoked, or that this shop has not signed for this code. */
async function contentOf(deps: Pick<Services, 'db'>, code: string, { signed, revokedAt }: PassportRow) {
  const claims = revokedAt === null ? await readSigned(deps, signed) : null
  return claims?.code === code ? claims.passport : null
}

/** A passport by its code. @param viewer who is signed in @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function readPassport(
  services: Pick<Services, 'db' | 'limits' | 'now' | 'businessTimeZone'> & Client & { viewer: { userId: string } | null },
  { code }: { code: string },
): Promise<PublicPassport> {
  const { db, now, businessTimeZone, viewer } = services
  const passport = await passportOf(services, code)
  const [unit] = await db.prisma.$queryRaw<{ owner: 'customer' | 'company'; state: UnitState; userId: string | null }[]>`
    SELECT owner::text AS owner, state::text AS state, user_id::text AS "userId" FROM units WHERE id = kept_unit(${passport.unitId}::uuid)`
  const content = await contentOf(services, code, passport)
  const isMine = viewer !== null && unit?.userId === viewer.userId
  const today = calendarDay(now(), businessTimeZone)
  const left = content?.warrantyUntil ? Math.round((Date.parse(content.warrantyUntil) - Date.parse(today)) / DAY_MS) : null
  const isClaimed = passport.claimedAt !== null
  return {
    code,
    issuedAt: passport.issuedAt,
    revoked: passport.revokedAt && { at: passport.revokedAt, reason: passport.revokedReason ?? '' },
    content,
    signed: content && passport.signed,
    pictures: (content?.pictures ?? []).map(({ sha256: _digest, ...picture }) => ({
      ...picture,
      address: pictureAddress(code, picture.id, 'full'),
      thumbnailAddress: pictureAddress(code, picture.id, 'thumbnail'),
    })),
    warrantyDaysLeft: left === null || left < 0 ? null : left,
    isClaimed,
    isMine,
    isClaimable: content !== null && !isClaimed && unit !== undefined && isClaimableUnit(unit),
  }
}

/** The picture of a passport that counts; null where it has none of that id, or where its file was removed. */
export async function passportPicture(
  services: Pick<Services, 'db' | 'limits'> & Client,
  { code, fileId }: { code: string; fileId: string },
) {
  const passport = await passportOf(services, code)
  const content = await contentOf(services, code, passport)
  if (!content?.pictures.some(({ id }) => id === fileId.toLowerCase())) return null
  return services.db.prisma.caseFile.findUnique({
    where: { id: fileId, removedAt: null, kind: 'picture' },
    select: { id: true, kind: true, storageKey: true, thumbnailKey: true },
  })
}

const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** A code's passport and its machine, both locked. @throws NOT_FOUND, CONFLICT for a revoked one */
async function lockPassport(tx: Tx, { id, unitId }: { id: string; unitId: string }) {
  const unit = await lockUnit(tx, unitId)
  const [row] = await tx.$queryRaw<{ isRevoked: boolean; isClaimed: boolean }[]>`
    SELECT revoked_at IS NOT NULL AS "isRevoked", claimed_at IS NOT NULL AS "isClaimed" FROM passports WHERE id = ${id}::uuid FOR UPDATE`
  if (!row) throw notFound(PASSPORT)
  if (row.isRevoked) throw refused('This passport was revoked. Ask us for a new one.')
  return { unit, isClaimed: row.isClaimed }
}

type OwnerCall = SignedInCall<'db' | 'limits' | 'now'> & Client

/**
 * Makes whoever is signed in the owner of a sold machine: who can read the code has the machine before them. It counts once; until its
 * owner releases the machine, or the desk issues a new passport. Claiming one's own again changes nothing.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS, CONFLICT for a passport that is revoked or used, and for a machine that is not to be claimed
 */
export async function claimUnit(call: OwnerCall, { code }: { code: string }): Promise<{ unitNumber: string }> {
  const passport = await passportOf(call, code)
  if ((await contentOf(call, code, passport)) === null && passport.revokedAt === null)
    throw refused('We have not signed this passport. Ask us for a new one.')
  const { userId } = call.viewer
  return call.db.prisma.$transaction(async (tx) => {
    const { unit, isClaimed } = await lockPassport(tx, passport)
    const isTheirs = unit.userId === userId
    if (isClaimed) {
      if (isTheirs) return { unitNumber: unit.unitNumber }
      throw refused('Somebody has claimed this machine already. Ask its owner to release it, or us for a new passport.')
    }
    if (!isClaimableUnit(unit)) throw refused('This machine cannot be claimed at this time: it has to be sold, and not here with us.')
    if (!isTheirs) await moveUnit(tx, unit, { userId }, call.actor)
    await tx.passport.update({ where: { id: passport.id }, data: { claimedBy: userId, claimedAt: call.now() }, select: { id: true } })
    await recordPassport(tx, call.actor, unit.id, 'claimed', {})
    return { unitNumber: unit.unitNumber }
  })
}

/**
 * Lets go of one's own machine, so that its next owner can claim it by the same code.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS, CONFLICT for a revoked passport and for a machine that is another's
 */
export async function releaseUnit(call: OwnerCall, { code }: { code: string }): Promise<{ unitNumber: string }> {
  const passport = await passportOf(call, code)
  return call.db.prisma.$transaction(async (tx) => {
    const { unit } = await lockPassport(tx, passport)
    if (unit.userId !== call.viewer.userId) throw refused('This machine is not yours.')
    await moveUnit(tx, unit, { userId: null }, call.actor)
    await tx.passport.update({ where: { id: passport.id }, data: { claimedBy: null, claimedAt: null }, select: { id: true } })
    await recordPassport(tx, call.actor, unit.id, 'released', {})
    return { unitNumber: unit.unitNumber }
  })
}
