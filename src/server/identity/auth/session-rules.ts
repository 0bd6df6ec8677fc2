import { env } from '~/env'

/** For administrators' sessions (docs/decisions/010). */
export interface SessionRules {
  requireAdminMfa: boolean
  adminSeconds: number
  adminIdleSeconds: number
}

export const sessionRulesOfEnvironment = ({ REQUIRE_ADMIN_MFA, ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES } = env()): SessionRules => ({
  requireAdminMfa: REQUIRE_ADMIN_MFA,
  adminSeconds: ADMIN_SESSION_HOURS * 60 * 60,
  adminIdleSeconds: ADMIN_IDLE_MINUTES * 60,
})
