import { queueFactorEmail, wrongCodesEmail } from './factor-emails'
import type { FactorCall } from './factor-account'
import { networkOf } from './limits'
import type { LimitName } from './limit-rules'
import { keyedHash } from '~/server/platform/secrets'

/**
 * Limits on what somebody who knows the password can do with an account's second factors without having proven one. Such
 * a person must not guess a code, and must not keep the owner from using theirs either (docs/decisions/033). So tries count
 * for each network by itself. Where too many come from everywhere, the networks in which the account has never proven a
 * factor share a few; the owner's own go on as before. No wait is longer than five minutes, and another password begins
 * anew, since whoever tried does not know it.
 */
const limitsOf = {
  code: { own: 'verify', everywhere: 'verifyEverywhere', attacked: 'verifyUnderAttack' },
  text: { own: 'texts', everywhere: 'textsEverywhere', attacked: 'textsUnderAttack' },
} as const satisfies Record<string, Record<'own' | 'everywhere' | 'attacked', LimitName>>

interface Try {
  /** How often this has been tried from everywhere in a day, this try included. */
  count: number
  /** Gives the try back, and all others of this network: it was a good one. */
  succeeded(): Promise<void>
}

/**
 * Counts a try before it is looked at, so that tries side by side count as well.
 * @param of what is tried: a factor's id, or another word for what belongs to the account
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

/** Names the account's password: with another one, what was counted counts no longer. */
async function passwordMark({ db, viewer, secret }: FactorCall): Promise<string> {
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { passwordHash: true } })
  return keyedHash(secret, 'factor-tries', passwordHash ?? '')
}

/** Networks in which an account has proven a factor that are asked for. */
const MOST_NETWORKS = 100

/** Whether the account has proven a second factor in a network, within the 30 days that sessions last. */
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

/** At so many wrong codes in a day the owner is told, once: somebody knows the password. */
const WARNED_AT = 10

/** Tells the account's owner by email of wrong codes, so that they set another password before anybody guesses right. */
export async function warnOfWrongCodes(call: FactorCall, { count }: Pick<Try, 'count'>): Promise<void> {
  if (count !== WARNED_AT) return
  await call.db.prisma.$transaction((tx) => queueFactorEmail(tx, call, wrongCodesEmail))
}
