/** Milliseconds that a call of the browser may take. */
export const TIME_LIMIT = 10_000

/** A call that was given up. Its change may have been made all the same. */
export class TimeLimitError extends Error {
  constructor() {
    super('The server did not answer within 10 seconds. Check your connection, then try again.')
    this.name = 'TimeLimitError'
  }
}

/** Advice about a call that was given up; undefined for any other failure. */
export const timeLimitAdvice = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof TimeLimitError ? error.message : undefined
