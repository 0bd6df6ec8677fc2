import { TRPCError } from '@trpc/server'
import * as z from 'zod'

export type ErrorCode =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'weak_password'
  | 'same_password'
  | 'otp_expired'
  | 'session_not_found'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'over_request_rate_limit'
  | 'over_capacity'
  | 'insufficient_aal'
  | 'reauthentication_needed'
  | 'mfa_enrollment_required'
  | 'mfa_factor_not_found'
  | 'mfa_factor_name_conflict'
  | 'too_many_enrolled_mfa_factors'
  | 'mfa_challenge_expired'
  | 'mfa_verification_failed'
  | 'mfa_verified_factor_exists'
  | 'phone_provider_disabled'
  | 'insufficient_scope'
  | 'api_key_network'
  | 'api_key_refused'
  | 'payment_required'
  | 'validation_failed'
  | 'value_not_agreed'
  | 'price_changed'
  | 'out_of_stock'
  // Mapping the file's columns by hand would help.
  | 'columns_unknown'
  // `confirmed: true` accepts the same input.
  | 'confirmation_needed'

interface FieldIssue {
  path: string[]
  message: string
}

/** Next bundles API routes apart from the process's entry, each with a copy of this class; all share one mark. */
const MARK = Symbol.for('shop.ErrorDetail')

export class ErrorDetail extends Error {
  override name = 'ErrorDetail'
  readonly [MARK] = true

  static override [Symbol.hasInstance](value: unknown): value is ErrorDetail {
    return value instanceof Error && MARK in value
  }

  constructor(
    readonly errorCode: ErrorCode,
    /** Seconds. */
    readonly retryAfter?: number,
    readonly issues: readonly FieldIssue[] = [],
  ) {
    super(errorCode)
  }
}

export const hasErrorCode = (error: unknown, errorCode: ErrorCode): boolean =>
  error instanceof Error && error.cause instanceof ErrorDetail && error.cause.errorCode === errorCode

/** The sentence is for people, the code (`data.errorCode`) for programs. */
export const codedError = (code: TRPCError['code'], errorCode: ErrorCode, message: string, retryAfter?: number): TRPCError =>
  new TRPCError({ code, message, cause: new ErrorDetail(errorCode, retryAfter) })

export const fieldError = (errorCode: ErrorCode, field: string, message: string): TRPCError =>
  new TRPCError({ code: 'BAD_REQUEST', message, cause: new ErrorDetail(errorCode, undefined, [{ path: [field], message }]) })

const trpcError = z.object({ name: z.literal('TRPCError'), code: z.string() })

export function isRefusal(error: unknown): boolean {
  const parsed = trpcError.safeParse(error)
  return parsed.success && parsed.data.code !== 'INTERNAL_SERVER_ERROR' && parsed.data.code !== 'SERVICE_UNAVAILABLE'
}

/** A code for administrators and the log, never another system's text. */
export class JobError extends Error {
  override name = 'JobError'

  constructor(
    readonly reason: string,
    readonly isFinal = false,
  ) {
    super(reason)
  }
}
