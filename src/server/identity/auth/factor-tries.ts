import { queueFactorEmail, wrongCodesEmail } from './factor-emails'
import type { FactorCall } from './factor-account'
import { networkOf } from './limits'
import type { LimitName } from './limit-rules'
import { keyedHash } from '~/server/platform/secrets'

/**
 * Limits what a person who knows the password, but has not proven a second factor, can do with an account's factors. They must not guess a
 * code, nor keep the owner from using theirs (docs/decisions/011). So tries count per network. After too many from everywhere, the networks
 * in which the account has never proven a factor share a few; the owner's own are not affected. No wait exceeds five minutes, and a new
 * password starts the counts again, since the attacker does not know it.
 */
const limitsOf = {
  code: { own: 'verify', everywhere: 'verifyEverywhere', attacked: 'verifyUnderAttack' },
  text: { own: 'texts', everywhere: 'textsEverywhere', attacked: 'textsUnderAttack' },
} as const satisfies Record<string, Record<'own' | 'everywhere' | 'attacked', LimitName>>

interface Try {
  /** Tries from everywhere in a day, this one included. */
  count: number
  /** Gives this network's tries back after a success. */
  succeeded(): Promise<void>
}

/**
 * Counts a try before the code is checked, so that parallel tries count as well.
 * @param of the subject: a factor's id, or another word for what belongs to the account
 * @throws TOO_MANY_REQUESTS
 */
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

/** Identifies the account's password: a new one starts new counts. */
async function passwordMark({ db, viewer, secret }: FactorCall): Promise<string> {
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { passwordHash: true } })
  return keyedHash(secret, 'factor-tries', passwordHash ?? '')
}

/** Most networks of an account that are considered. */
const MOST_NETWORKS = 100

/** True if the account has proven a second factor in a network within the 30 days that sessions last. */
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

/** After this many wrong codes in a day the owner is emailed, once: somebody knows the password. */
const WARNED_AT = 10

/** Emails the owner about wrong codes, so that they change the password before anybody guesses right. */
export async function warnOfWrongCodes(call: FactorCall, { count }: Pick<Try, 'count'>): Promise<void> {
  if (count !== WARNED_AT) return
  await call.db.prisma.$transaction((tx) => queueFactorEmail(tx, call, wrongCodesEmail))
}
