import { AuthFault } from '~/server/auth/auth-error'
import type { Services } from '~/server/services'

/**
 * Counts a letter to an address, and says whether one more may be sent. A sign-up that is refused
 * here would tell nobody anything new; it answers as always, and a full letter box stays spared.
 */
export async function letterIsDue({ limits }: Pick<Services, 'limits'>, email: string): Promise<boolean> {
  try {
    await limits.take('reset', email)
    return true
  } catch (error) {
    if (error instanceof Error && error.cause instanceof AuthFault && error.cause.errorCode === 'over_request_rate_limit') return false
    throw error
  }
}
