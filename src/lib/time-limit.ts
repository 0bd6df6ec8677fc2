/** Milliseconds for one call of the browser. */
export const TIME_LIMIT = 10_000

export class TimeLimitError extends Error {
  constructor() {
    super('The server did not answer within 10 seconds. Check your connection, then try again.')
    this.name = 'TimeLimitError'
  }
}

export const timeLimitAdvice = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof TimeLimitError ? error.message : undefined
