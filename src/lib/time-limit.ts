/** Milliseconds for one call of the browser. */
export const TIME_LIMIT = 10_000

/** A call that timed out; its change may still have been made. */
export class TimeLimitError extends Error {
  constructor() {
    super('The server did not answer within 10 seconds. Check your connection, then try again.')
    this.name = 'TimeLimitError'
  }
}

/** Advice after a timeout; undefined for any other error. */
export const timeLimitAdvice = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof TimeLimitError ? error.message : undefined
