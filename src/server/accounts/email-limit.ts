import type { Prisma } from '~/generated/prisma/client'
import { hasErrorCode } from '~/server/platform/errors'
import type { Limits } from '~/server/auth/limits'
import type { Network } from '~/server/platform/network/network'

/**
 * Counts an email to an address that somebody without a session asks for. What strangers ask for from elsewhere lessens
 * the emails of each network, and takes nobody's first one away.
 * @param network as `networkOf` has it
 * @throws TOO_MANY_REQUESTS
 */
export async function takeEmail(limits: Limits, email: string, network: Network | null): Promise<void> {
  const pair = network?.for(email) ?? email
  if (await limits.isSpent('resetAddress', email)) await limits.take('resetUnderAttack', pair)
  await limits.take('reset', pair)
  await limits.note('resetAddress', email)
}

/**
 * Counts an email and says whether it may be sent. A sign-up that is refused here would tell nobody anything new; it
 * answers as always, and a full inbox stays spared.
 */
export async function emailMayBeSent(
  limits: Limits,
  tx: Prisma.TransactionClient,
  { email, network }: { email: string; network: Network | null },
): Promise<boolean> {
  try {
    await takeEmail(limits.within(tx), email, network)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'over_request_rate_limit')) return false
    throw error
  }
}
