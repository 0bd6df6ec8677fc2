import { passportPageOf } from '~/lib/record-paths'
import { randomBytes } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { IssuedPassport, issuePassportInput, revokePassportInput, UnitPassports } from '~/contracts/stock/passports'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { lockUnit, unitFamily } from '../units/find-unit'
import { readPassportFacts } from './passport-facts'
import { passportKey } from './passport-keys'
import { chosenPictures, listPictureChoices } from './passport-pictures'
import { passportsWhere } from './passport-rows'
import { signPassport } from './sign-passport'

type Tx = Prisma.TransactionClient

export const PASSPORT = { one: 'passport' }

const CODE_BYTES = 16
const REPLACED = 'A newer passport was issued for this machine.'

const addressOf = (siteUrl: string, code: string): string => `${siteUrl}${passportPageOf(code)}`

/** Null without a valid passport. @param unitId of any of its records */
export async function passportAddressOf({ db, siteUrl }: Pick<Services, 'db' | 'siteUrl'>, unitId: string): Promise<string | null> {
  const [found] = await db.prisma.$queryRaw<{ code: string }[]>`
    SELECT code FROM passports WHERE unit_id IN (SELECT unit_family(kept_unit(${unitId}::uuid))) AND revoked_at IS NULL
    ORDER BY issued_at DESC, id DESC LIMIT 1`
  return found ? addressOf(siteUrl, found.code.slice(0, 100)) : null
}

export async function passportOfCase(services: Pick<Services, 'db' | 'siteUrl'>, caseId: string): Promise<string | null> {
  const found = await services.db.prisma.case.findUnique({ where: { id: caseId }, select: { unitId: true } })
  return found?.unitId ? passportAddressOf(services, found.unitId) : null
}

/** @throws NOT_FOUND */
export async function listPassports(
  call: SignedInCall<'db' | 'siteUrl' | 'businessTimeZone' | 'secret' | 'now'>,
  { id }: { id: string },
): Promise<UnitPassports> {
  const { content, missing } = await readPassportFacts(call.db.prisma, id, call.businessTimeZone)
  const rows = await passportsWhere(call.db, Prisma.sql`t.unit_id IN (SELECT unit_family(kept_unit(${id}::uuid)))`)
  const issued = rows.map(({ unitId: _unit, signed: _signed, ...row }): IssuedPassport => ({
    ...row,
    address: addressOf(call.siteUrl, row.code),
  }))
  return { issued, preview: content, missing, pictures: await listPictureChoices(call, id, call.viewer.userId) }
}

const passportEvent = (unitId: string, action: 'issued' | 'revoked' | 'claimed' | 'released', after: Prisma.InputJsonObject) => ({
  action: `unit.passport_${action}`,
  subjectType: records.units.auditSubject,
  subjectId: unitId,
  after,
})

export const recordPassport = (tx: Tx, actor: Actor, ...event: Parameters<typeof passportEvent>) =>
  recordAudit(tx, actor, passportEvent(...event))

/** Revokes earlier passports, so that one counts. @throws NOT_FOUND, CONFLICT for a merged unit, BAD_REQUEST `pictures` */
export async function issuePassport(
  call: Call<'db' | 'now' | 'secret' | 'siteUrl' | 'businessTimeZone'>,
  { id, pictures }: z.output<typeof issuePassportInput>,
): Promise<{ code: string; address: string }> {
  const { db, now, actor } = call
  const code = randomBytes(CODE_BYTES).toString('base64url')
  return db.prisma.$transaction(async (tx) => {
    const unit = await lockUnit(tx, id)
    if (unit.id !== id.toLowerCase())
      throw new TRPCError({ code: 'CONFLICT', message: `This unit was merged into ${unit.unitNumber}. Issue the passport there.` })
    const { content: facts } = await readPassportFacts(tx, unit.id, call.businessTimeZone)
    const content = { ...facts, pictures: await chosenPictures(tx, unit.id, pictures) }
    const at = now()
    const signed = await signPassport(await passportKey(tx, call), { code, content, issuer: call.siteUrl, at })
    await tx.passport.updateMany({
      where: { unitId: { in: await unitFamily(tx, unit.id) }, revokedAt: null },
      data: { revokedAt: at, revokedBy: actor.userId, revokedReason: REPLACED },
    })
    await tx.passport.create({
      data: { unitId: unit.id, code, content, signed, issuedAt: at, issuedBy: actor.userId },
      select: { id: true },
    })
    await recordPassport(tx, actor, unit.id, 'issued', { pictures: content.pictures.length })
    return { code, address: addressOf(call.siteUrl, code) }
  })
}

/** Idempotent; the passport's page gives the reason. @throws NOT_FOUND */
export function revokePassport(call: Call<'db' | 'now'>, { id, reason }: z.output<typeof revokePassportInput>): Promise<{ id: string }> {
  const { db, now, actor } = call
  return db.prisma.$transaction(async (tx) => {
    const found = await tx.passport.findUnique({ where: { id }, select: { unitId: true } })
    if (!found) throw notFound(PASSPORT)
    const unit = await lockUnit(tx, found.unitId)
    const { count } = await tx.passport.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now(), revokedBy: actor.userId, revokedReason: reason },
    })
    if (count > 0) await recordPassport(tx, actor, unit.id, 'revoked', { reason })
    return { id }
  })
}
