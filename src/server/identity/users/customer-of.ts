import { randomUUID } from 'node:crypto'
import type { CustomerChoice } from '~/contracts/identity/customer-choice'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { invitationEmail, queueCustomerEmail } from '../auth/account-emails'
import { issueClaimToken } from '../auth/mail-tokens'
import { noAddressOf } from './no-address'

type Person = Pick<CustomerChoice, 'fullName' | 'phone' | 'language'>

const told = ({ fullName, phone, language }: Person) => ({ fullName, phone, ...(language && { language }) })

/** Numbers are shared and mistyped, so customers are never matched by them. */
async function withoutAddress(tx: Prisma.TransactionClient, actor: Actor, { fullName, phone, language = null }: Person) {
  const id = randomUUID()
  await tx.user.create({ data: { id, email: noAddressOf(id) }, select: { id: true } })
  await tx.profile.create({ data: { userId: id, email: '', fullName, phone, language } })
  const subject = { subjectType: records.users.auditSubject, subjectId: id }
  await recordAudit(tx, actor, { action: 'user.added', ...subject, after: told({ fullName, phone, language }) })
  return id
}

/** An unknown address becomes a customer who may claim the account; a phone number alone is new each time. @throws NOT_FOUND for an id */
export async function customerOf(
  tx: Prisma.TransactionClient,
  { actor, now, ...services }: Call<'now' | 'outbox' | 'siteUrl'>,
  { userId, email, fullName, phone, language = null }: CustomerChoice,
): Promise<string> {
  if (userId !== undefined) {
    const known = await tx.user.findUnique({ where: { id: userId }, select: { id: true, mergedInto: true } })
    if (!known) throw notFound(records.users)
    return known.mergedInto ?? known.id
  }
  if (!email) return withoutAddress(tx, actor, { fullName, phone, language })
  // Of two calls for one new address, the second waits here and finds the first one's user.
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING RETURNING id`
  if (!made) {
    const { id, mergedInto } = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true, mergedInto: true } })
    if (mergedInto !== null) return mergedInto
    // Plain SQL may have left out the profile, which lists need.
    await tx.profile.upsert({ where: { userId: id }, create: { userId: id, email, fullName, phone, language }, update: {} })
    return id
  }
  await tx.profile.create({ data: { userId: made.id, email, fullName, phone, language } })
  const subject = { subjectType: records.users.auditSubject, subjectId: made.id }
  await recordAudit(tx, actor, { action: 'user.invited', ...subject, after: { email, ...told({ fullName, phone, language }) } })
  const token = await issueClaimToken(tx, now(), made.id)
  await queueCustomerEmail(tx, services, (branding) => invitationEmail(branding, { to: email, name: fullName, token }))
  return made.id
}
