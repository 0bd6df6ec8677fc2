import { env } from '~/env'

/** What holds for administrators' sessions beyond the rest (docs/decisions/032). */
export interface SessionRules {
  /** Without a second factor they may do nothing but add one. */
  requireAdminMfa: boolean
  /** How long one lasts at most. */
  adminSeconds: number
  /** How long one lasts without a call. */
  adminIdleSeconds: number
}

/** The rules that the environment asks for. */
export const sessionRulesOfEnvironment = ({ REQUIRE_ADMIN_MFA, ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES } = env()): SessionRules => ({
  requireAdminMfa: REQUIRE_ADMIN_MFA,
  adminSeconds: ADMIN_SESSION_HOURS * 60 * 60,
  adminIdleSeconds: ADMIN_IDLE_MINUTES * 60,
})
