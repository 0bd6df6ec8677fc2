import { queueFactorEmail, wrongCodesEmail } from './factor-emails'
import type { FactorCall } from './factor-account'
import { networkOf } from './limits'
import type { LimitName } from './limit-rules'
import { keyedHash } from '~/server/platform/secrets'

/**
 * Limits factor tries by a person who knows the password: they must neither guess a code nor lock the owner out (docs/decisions/011). Tries
 * count per network; after too many from everywhere, networks where the account has never proven a factor share a few. No wait exceeds five
 * minutes, and a new password resets the counts.
 */
const limitsOf = {
  code: { own: 'verify', everywhere: 'verifyEverywhere', attacked: 'verifyUnderAttack' },
  text: { own: 'texts', everywhere: 'textsEverywhere', attacked: 'textsUnderAttack' },
} as const satisfies Record<string, Record<'own' | 'everywhere' | 'attacked', LimitName>>

interface Try {
  count: number
  succeeded(): Promise<void>
}

/** Before the code is checked, so that parallel tries count too. @param of a factor's id, or another subject @throws TOO_MANY_REQUESTS */
export async function takeFactorTry(call: FactorCall, kind: keyof typeof limitsOf, of: string): Promise<Try> {
  const { limits, actor } = call
  const { own, everywhere, attacked } = limitsOf[kind]
  const key = `${of} ${await passwordMark(call)}`
  const network = networkOf({ ip: actor.ip ?? null })
  const here = network?.for(key) ?? key
  await limits.take(own, here)
  const count = await limits.note(everywhere, key)
  const isAttacked = count > limits.most(everywhere) && !(await isOwnersNetwork(call, network?.toString()))
  if (isAttacked) await limits.take(attacked, key)
  return {
    count,
    succeeded: async () => {
      await limits.reset(own, here)
      await limits.reward(everywhere, key)
      if (isAttacked) await limits.reward(attacked, key)
    },
  }
}

async function passwordMark({ db, viewer, secret }: FactorCall): Promise<string> {
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { passwordHash: true } })
  return keyedHash(secret, 'factor-tries', passwordHash ?? '')
}

const MOST_NETWORKS = 100

/** True if a second factor was proven in a network within the 30 days that sessions last. */
async function isOwnersNetwork({ db, viewer }: FactorCall, network: string | undefined): Promise<boolean> {
  const sessions = await db.prisma.session.findMany({
    where: { userId: viewer.userId, aal: 'aal2', ip: { not: null } },
    orderBy: { lastSeenAt: 'desc' },
    distinct: ['ip'],
    take: MOST_NETWORKS,
    select: { ip: true },
  })
  return sessions.some(({ ip }) => networkOf({ ip })?.toString() === network)
}

/** Wrong codes in a day after which the owner is emailed once. */
const WARNED_AT = 10

/** The guesser knows the password, so the owner should change it. */
export async function warnOfWrongCodes(call: FactorCall, { count }: Pick<Try, 'count'>): Promise<void> {
  if (count !== WARNED_AT) return
  await call.db.prisma.$transaction((tx) => queueFactorEmail(tx, call, wrongCodesEmail))
}
