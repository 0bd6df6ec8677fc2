import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { inviteStaffInput, User } from '~/contracts/identity/users'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { queueCustomerEmail, staffInvitationEmail } from '~/server/identity/auth/account-emails'
import { issueClaimToken } from '~/server/identity/auth/mail-tokens'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { lockForRights } from './account-access'
import { nameRoleChanger, notifyRoleChanges, type RoleNoticeServices } from './role-changes'
import { toUser } from './users'

const isKnown = () =>
  new TRPCError({ code: 'CONFLICT', message: 'Somebody has this address already. Make them an administrator in the list instead.' })

/**
 * The two approve nothing of each other for a while (docs/credit.md). @throws CONFLICT for a known address; FORBIDDEN without full rights
 */
export function inviteStaff(
  { actor, viewer, ...services }: SignedInCall<'db' | keyof RoleNoticeServices>,
  { email, fullName, scopes }: z.output<typeof inviteStaffInput>,
): Promise<User> {
  const { now } = services
  return services.db.prisma.$transaction(async (tx) => {
    const [made] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING RETURNING id::text AS id`
    if (!made) throw isKnown()
    const { id: userId } = made
    await tx.profile.create({ data: { userId, email, fullName } })
    await lockForRights(tx, viewer, { userId }, 'role')
    await nameRoleChanger(tx, actor, now())
    const row = await tx.profile.update({
      where: { userId },
      data: { role: 'admin', scopes: scopes === null ? Prisma.DbNull : [...scopes] },
    })
    const subject = { subjectType: 'user', subjectId: userId }
    await recordAudit(
      tx,
      actor,
      { action: 'user.invited', ...subject, after: { email, fullName } },
      { action: 'role.changed', ...subject, before: { role: 'customer' }, after: { role: 'admin', scopes: scopes && [...scopes] } },
    )
    const token = await issueClaimToken(tx, now(), userId)
    await queueCustomerEmail(tx, services, (branding) => staffInvitationEmail(branding, { to: email, name: fullName, token }))
    await notifyRoleChanges(tx, services, userId)
    return toUser(row)
  })
}
