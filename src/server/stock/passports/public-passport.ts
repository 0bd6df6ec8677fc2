import { isClaimableUnit, type PublicPassport } from '~/contracts/stock/passports'
import type { UnitState } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { networkOf } from '~/server/identity/auth/limits'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { readClaimView } from '../claims/read-claims'
import { PASSPORT } from './issue-passport'
import { passportsWhere, type PassportRow } from './passport-rows'
import { readSigned } from './sign-passport'

export interface Client {
  client: { ip: string | null }
}

/** Failed tries are limited by network. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function passportOf({ db, limits, client }: Pick<Services, 'db' | 'limits'> & Client, code: string): Promise<PassportRow> {
  const [found] = await passportsWhere(db, Prisma.sql`t.code = ${code}`)
  if (found) return found
  await limits.take('passportTries', networkOf(client))
  throw notFound(PASSPORT)
}

const noClaims = { mustAsk: false, claim: null, asked: [] }

const pictureAddress = (code: string, id: string, size: 'full' | 'thumbnail'): string =>
  `/api/passport-pictures/${id}?${new URLSearchParams({ code, size }).toString()}`

const DAY_MS = 24 * 60 * 60 * 1000

/** Null for a revoked passport, or one that this shop has not signed for this code. */
export async function contentOf(deps: Pick<Services, 'db'>, code: string, { signed, revokedAt }: PassportRow) {
  const claims = revokedAt === null ? await readSigned(deps, signed) : null
  return claims?.code === code ? claims.passport : null
}

/** @param viewer the signed-in user @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function readPassport(
  services: Pick<Services, 'db' | 'limits' | 'now' | 'businessTimeZone'> & Client & { viewer: { userId: string } | null },
  { code }: { code: string },
): Promise<PublicPassport> {
  const { db, now, businessTimeZone, viewer } = services
  const passport = await passportOf(services, code)
  const [unit] = await db.prisma.$queryRaw<{ id: string; owner: 'customer' | 'company'; state: UnitState; userId: string | null }[]>`
    SELECT id::text AS id, owner::text AS owner, state::text AS state, user_id::text AS "userId" FROM units WHERE id = kept_unit(${passport.unitId}::uuid)`
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
    isClaimable: content !== null && !(isMine && isClaimed) && unit !== undefined && isClaimableUnit(unit),
    ...(unit ? await readClaimView(services, unit, viewer) : noClaims),
  }
}

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
