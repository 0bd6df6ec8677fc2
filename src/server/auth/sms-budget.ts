import type { MfaFactor } from '~/generated/prisma/client'
import { metrics } from '~/server/platform/metrics/metrics'
import type { FactorCall } from './factor-account'
import { takeFactorTry } from './factor-tries'
import { networkOf, type LimitKey, type LimitName } from './limits'

/**
 * Counts a message to a phone before it is sent. Each costs money, and some numbers earn money for whoever has them called
 * ('SMS pumping'), so the shop and each network have a budget for the day. Phones that are being added have half of it at
 * most: whoever spends that keeps nobody from signing in with a phone that counts (docs/decisions/033).
 * @throws TOO_MANY_REQUESTS
 */
export async function takeSms(call: FactorCall, factor: Pick<MfaFactor, 'id' | 'userId' | 'status'>, to: string): Promise<void> {
  const { limits, actor } = call
  const network = networkOf({ ip: actor.ip ?? null })
  const isNew = factor.status === 'unverified'
  if (isNew) {
    await limits.take('newTexts', factor.id)
    await limits.take('newTextsOfUser', factor.userId)
    // A number can be enrolled by any account: its owner is not to be flooded from many.
    await limits.take('newTextsToPhone', to)
    await limits.take('newTextsOfNetwork', network)
  } else await takeFactorTry(call, 'text', factor.id)
  await limits.take('textsOfNetwork', network)
  if (isNew) await takeOfShop(call, 'newTextsOfShop')
  await takeOfShop(call, 'textsOfShop')
}

const SHOP: LimitKey = 'shop'

/** The shop's own budget: who runs it has to know when it is spent. */
async function takeOfShop({ limits, log }: FactorCall, name: LimitName & `${string}OfShop`): Promise<void> {
  try {
    await limits.take(name, SHOP)
  } catch (error) {
    metrics().sms.inc({ result: 'over_budget' })
    log.error({ budget: name, most: limits.most(name) }, 'The day’s budget of messages to phones is spent (SMS_PER_DAY)')
    throw error
  }
}
