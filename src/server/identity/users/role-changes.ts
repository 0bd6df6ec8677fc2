import type { Prisma, RoleChange } from '~/generated/prisma/client'
import { listOf } from '~/lib/records'
import { formatZonedDateTime } from '~/lib/date-text'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { recipientFields, recipientOf, type Recipient } from '~/server/platform/outbox/outbox'
import type { Actor } from '~/server/platform/audit/record-audit'
import { renderEmail, type Branding } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readAdministrators } from './administrators'

type Tx = Prisma.TransactionClient

export type RoleNoticeServices = Pick<Services, 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>

const PORTION = 20

/** The trigger that records role changes reads it in this transaction. */
export async function nameRoleChanger(tx: Tx, { userId }: Actor, at: Date): Promise<void> {
  await tx.$queryRaw`
    SELECT set_config('shop.role_changed_by', ${userId ?? ''}, true), set_config('shop.role_changed_at', ${at.toISOString()}, true)`
}

interface Told {
  /** Null for a deleted account. */
  who: string | null
  by: string | null
  change: Pick<RoleChange, 'was' | 'role' | 'changedBy' | 'at'>
  timeZone: string
}

function whatHappened({ who, by, change: { was, role, changedBy, at }, timeZone }: Told): string {
  const name = who ?? 'An account that has been deleted since'
  const what =
    role === 'admin'
      ? was === null
        ? `${name} came in as an administrator`
        : `${name} was made an administrator`
      : `${name} is no longer an administrator`
  const how = changedBy === null ? 'in the database, past the back office' : `by ${by ?? 'an account that has been deleted since'}`
  return was === null ? `${what}.` : `${what}, on ${formatZonedDateTime(at, timeZone)}, ${how}.`
}

const roleChangedEmail = (branding: Branding, { to, name }: Recipient, told: Told) =>
  renderEmail(branding, {
    to,
    name,
    subject:
      told.change.role === 'admin'
        ? `There is a new administrator of ${branding.companyName}`
        : `${branding.companyName} has one administrator fewer`,
    before: [whatHappened(told)],
    link: { label: 'See who is an administrator', href: `${branding.siteUrl}${listOf('users')}` },
    after: ['If you did not expect this, ask the person who did it at once. Every administrator gets this email.'],
  })

/**
 * Emails all administrators and the user; includes changes by plain SQL.
 * @param invited a user whose invitation says it already
 * @returns their number
 */
export async function notifyRoleChanges(tx: Tx, services: RoleNoticeServices, invited?: string): Promise<number> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM role_changes WHERE told_at IS NULL ORDER BY at, id LIMIT ${PORTION} FOR UPDATE SKIP LOCKED`
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const changes = await tx.roleChange.findMany({ where: { id: { in: ids } }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  const select = { id: true, ...recipientFields } as const
  const administrators = await readAdministrators(tx)
  const named = changes.flatMap(({ userId, changedBy }) => [userId, ...(changedBy === null ? [] : [changedBy])])
  const others = await tx.user.findMany({ where: { id: { in: named } }, select })
  const known = new Map([...administrators, ...others].map((user) => [user.id, user]))
  for (const change of changes) {
    const concerned = known.get(change.userId)
    const told = {
      who: concerned?.email ?? null,
      by: (change.changedBy !== null && known.get(change.changedBy)?.email) || null,
      change,
      timeZone: services.businessTimeZone,
    }
    const readers = new Map([...administrators, ...(concerned ? [concerned] : [])].map((user) => [user.id, user]))
    if (change.userId === invited) readers.delete(invited)
    for (const reader of readers.values())
      await queueEmail(tx, services, (branding) => roleChangedEmail(branding, recipientOf(reader), told))
  }
  await tx.roleChange.updateMany({ where: { id: { in: ids } }, data: { toldAt: services.now() } })
  return ids.length
}

export const notifyMissedRoleChanges = ({ db, ...services }: RoleNoticeServices & Pick<Services, 'db'>): Promise<number> =>
  db.prisma.$transaction((tx) => notifyRoleChanges(tx, services))
