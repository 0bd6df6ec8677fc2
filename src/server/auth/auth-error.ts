import { TRPCError } from '@trpc/server'

/** What programs tell failures apart by, named as supabase/auth names them. */
export type AuthErrorCode =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'weak_password'
  | 'same_password'
  | 'otp_expired'
  | 'session_not_found'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'over_request_rate_limit'
  | 'insufficient_aal'
  | 'mfa_factor_not_found'
  | 'mfa_factor_name_conflict'
  | 'too_many_enrolled_mfa_factors'
  | 'mfa_challenge_expired'
  | 'mfa_verification_failed'
  | 'mfa_verified_factor_exists'
  | 'phone_provider_disabled'
  | 'sms_send_failed'
  | 'validation_failed'

/** Next bundles API routes apart from the process's entry, where limits and senders are made: both have this class, and one mark. */
const MARK = Symbol.for('shop.AuthFault')

/** The machine-readable half of a refusal; the error formatter puts it into the error's data. */
export class AuthFault extends Error {
  override name = 'AuthFault'
  readonly [MARK] = true

  static override [Symbol.hasInstance](value: unknown): value is AuthFault {
    return value instanceof Error && MARK in value
  }

  constructor(
    readonly errorCode: AuthErrorCode,
    /** Whole seconds after which another try may succeed. */
    readonly retryAfter?: number,
  ) {
    super(errorCode)
  }
}

/** A refusal with a sentence for people and a code for programs (`data.errorCode`). */
export const authError = (code: TRPCError['code'], errorCode: AuthErrorCode, message: string, retryAfter?: number): TRPCError =>
  new TRPCError({ code, message, cause: new AuthFault(errorCode, retryAfter) })

/** The refusal of whoever is no administrator (spec §6). */
export const adminsOnly = (): TRPCError => new TRPCError({ code: 'FORBIDDEN', message: 'Only administrators may do this.' })
