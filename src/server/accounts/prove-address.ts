import type { Prisma } from '~/generated/prisma/client'
import { retireMailTokens, type SignUpDetails } from '~/server/auth/mail-tokens'
import { endSessions } from '~/server/auth/sessions'

/** The password that the account has from now on, and the name where whoever proves the address gave one. */
type Proven = Pick<SignUpDetails, 'fullName'> & { passwordHash: string }

/**
 * Makes an account its owner's: somebody has just proven the address for the first time. Whatever was made before may be
 * a stranger's and goes: sessions, second factors, recovery codes, other sign-ups with their links, and the name that one
 * of them gave. The caller holds the account (`lockUser`).
 * @returns false, and changes nothing, when the address was proven before
 */
export async function proveAddress(
  tx: Prisma.TransactionClient,
  at: Date,
  { id, email }: { id: string; email: string },
  { passwordHash, fullName }: Proven,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, emailVerifiedAt: null },
    data: { emailVerifiedAt: at, signedUpAt: null, passwordHash },
  })
  if (count === 0) return false
  await endSessions(tx, id, { at })
  await tx.mfaFactor.deleteMany({ where: { userId: id } })
  await tx.recoveryCode.deleteMany({ where: { userId: id } })
  if (fullName === null) await forgetName(tx, id)
  else await tx.profile.upsert({ where: { userId: id }, create: { userId: id, email, fullName }, update: { fullName } })
  await retireMailTokens(tx, at, id, 'verify_email')
  return true
}

/** Takes the name away that a sign-up gave; one from elsewhere, such as the back office, stays. */
async function forgetName(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const given = await tx.mailToken.findMany({
    where: { userId, purpose: 'verify_email', usedAt: null, fullName: { not: null } },
    select: { fullName: true },
  })
  const names = given.flatMap(({ fullName }) => fullName ?? [])
  await tx.profile.updateMany({ where: { userId, fullName: { in: names } }, data: { fullName: null } })
}
