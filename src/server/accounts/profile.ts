import type { SignedInCall } from '~/server/auth/call'
import type * as z from 'zod'
import type { AccountProfile, updateProfileInput } from '~/contracts/account'
import { changedFields, recordAudit } from '~/server/platform/audit/record'

/** The account of whoever is signed in; one without a profile row has the fields of a new customer. */
export async function readProfile({ db, viewer: { userId } }: Pick<SignedInCall<'db'>, 'db' | 'viewer'>): Promise<AccountProfile> {
  const { email, createdAt, profile } = await db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, createdAt: true, profile: { select: { fullName: true, phone: true, role: true } } },
  })
  return { email, createdAt, fullName: profile?.fullName ?? null, phone: profile?.phone ?? null, role: profile?.role ?? 'customer' }
}

/** Changes one's own name and phone number; the history keeps what they were. */
export async function updateProfile(
  call: SignedInCall<'db'>,
  { fullName, phone }: z.output<typeof updateProfileInput>,
): Promise<AccountProfile> {
  const { viewer, actor } = call
  const { userId, email } = viewer
  await call.db.prisma.$transaction(async (tx) => {
    const was = await tx.profile.findUnique({ where: { userId }, select: { fullName: true, phone: true } })
    const changes = changedFields({ fullName: was?.fullName ?? null, phone: was?.phone ?? null }, { fullName, phone })
    if (!changes) return
    await tx.profile.upsert({ where: { userId }, create: { userId, email, fullName, phone }, update: { fullName, phone } })
    await recordAudit(tx, actor, { action: 'account.updated', subjectType: 'user', subjectId: userId, ...changes })
  })
  return readProfile(call)
}
