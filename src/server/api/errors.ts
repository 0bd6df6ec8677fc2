import type { TRPCError, TRPCDefaultErrorShape } from '@trpc/server'
import * as z from 'zod'
import { ErrorDetail } from '~/server/platform/errors'
import { isDatabaseUnavailable, isWriteConflict } from '~/server/platform/database/connection-errors'
import { SEND_JSON, TOO_LARGE } from './http-guard'

/** Faults of an input: sentences by dotted field path, and those of no field. */
export interface InputErrors {
  formErrors: string[]
  fieldErrors: Record<string, string[]>
}

const issuesOf = ({ cause }: TRPCError) => (cause instanceof z.ZodError || cause instanceof ErrorDetail ? cause.issues : [])

export function inputErrors(error: TRPCError): InputErrors | null {
  const issues = issuesOf(error)
  if (issues.length === 0) return null
  const faults: InputErrors = { formErrors: [], fieldErrors: {} }
  for (const issue of issues) {
    if (issue.path.length === 0) faults.formErrors.push(issue.message)
    else (faults.fieldErrors[issue.path.join('.')] ??= []).push(issue.message)
  }
  return faults
}

const sentences = ({ formErrors, fieldErrors }: InputErrors) =>
  [...formErrors, ...Object.entries(fieldErrors).map(([field, messages]) => `${field}: ${messages.join(', ')}`)].join('; ')

/** True for passing failures: the database is unavailable or overloaded, or a call conflicted twice with other transactions. */
export const isUnavailable = ({ code, cause }: TRPCError): boolean =>
  code === 'INTERNAL_SERVER_ERROR' && (isDatabaseUnavailable(cause) || isWriteConflict(cause))

/** For `Retry-After`. */
export const UNAVAILABLE_SECONDS = 2

export const UNAVAILABLE_MESSAGE = 'The shop cannot answer at this moment. Please try again in a few seconds.'

/** An error without stack or foreign text. Internal faults get one sentence with the request's id, which is logged too. */
export function publicError(shape: TRPCDefaultErrorShape, error: TRPCError, requestId: string | undefined) {
  const faults = inputErrors(error)
  const unavailable = isUnavailable(error)
  const { path } = shape.data
  const { code, httpStatus } = unavailable ? ({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } as const) : shape.data
  return {
    code: shape.code,
    message: unavailable
      ? UNAVAILABLE_MESSAGE
      : faults && error.cause instanceof z.ZodError
        ? sentences(faults)
        : publicMessage(error, requestId),
    data: {
      code,
      httpStatus,
      path: path ?? null,
      zodError: faults,
      requestId: requestId ?? null,
      ...(error.cause instanceof ErrorDetail ? { errorCode: error.cause.errorCode, retryAfter: error.cause.retryAfter ?? null } : {}),
    },
  }
}

/** The longest wait (whole seconds) that the errors ask for, for `Retry-After`; null without any. */
export function retryAfter(errors: readonly TRPCError[]): number | null {
  const waits = errors.flatMap((error) => {
    if (error.cause instanceof ErrorDetail && error.cause.retryAfter !== undefined) return [error.cause.retryAfter]
    return isUnavailable(error) || error.code === 'SERVICE_UNAVAILABLE' ? [UNAVAILABLE_SECONDS] : []
  })
  return waits.length === 0 ? null : Math.max(...waits)
}

/** Replaces a parser's words for faults that tRPC finds itself. */
const messageOf = {
  PARSE_ERROR: 'The request is not valid JSON.',
  PAYLOAD_TOO_LARGE: TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE: SEND_JSON,
} satisfies Partial<Record<TRPCError['code'], string>>

function publicMessage(error: TRPCError, requestId: string | undefined): string {
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    return `Something went wrong on our side. Please try again${requestId ? ` (reference ${requestId})` : ''}.`
  }
  if (error.cause instanceof ErrorDetail) return error.message
  if (error.cause instanceof SyntaxError) return messageOf.PARSE_ERROR
  if (error.code === 'BAD_REQUEST' && error.cause) return 'The request could not be read.'
  if (error.code === 'PARSE_ERROR' || error.code === 'PAYLOAD_TOO_LARGE' || error.code === 'UNSUPPORTED_MEDIA_TYPE')
    return messageOf[error.code]
  return error.message
}
