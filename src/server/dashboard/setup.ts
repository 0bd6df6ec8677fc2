import type { SignedInCall } from '~/server/auth/call'
import type { SetupState } from '~/contracts/dashboard'
import { defaultSettings } from '~/contracts/settings'
import { readSettings } from '~/server/settings/read'

interface Found {
  generated: boolean
  edited: boolean
  product: boolean
  machine: boolean
  factor: boolean
}

/**
 * Which of the first steps of a new shop are done, each read from what there is.
 * @param mail whether emails leave the shop
 */
export async function readSetup(
  { db: { prisma }, viewer: { userId } }: SignedInCall<'db'>,
  { mail }: { mail: boolean },
): Promise<SetupState> {
  const [settings, [found]] = await Promise.all([
    readSettings(prisma),
    prisma.$queryRaw<Found[]>`
      SELECT EXISTS (SELECT FROM users WHERE password_hash = initial_password_hash) AS generated,
        EXISTS (SELECT FROM website_settings WHERE version > 1) AS edited,
        EXISTS (SELECT FROM products) AS product,
        EXISTS (SELECT FROM trade_in_machines) AS machine,
        EXISTS (SELECT FROM mfa_factors WHERE user_id = ${userId}::uuid AND status = 'verified') AS factor`,
  ])
  const differs = JSON.stringify(settings) !== JSON.stringify(defaultSettings)
  return {
    password: found?.generated !== true,
    texts: differs || found?.edited === true,
    product: found?.product === true,
    machine: found?.machine === true,
    factor: found?.factor === true,
    mail,
  }
}
