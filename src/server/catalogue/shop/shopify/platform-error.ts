/** A failure between us and the platform, for the log and for retries. Visitors never read it. */
export class PlatformError extends Error {
  override name = 'PlatformError'
  constructor(
    message: string,
    readonly options: {
      /** The same request may succeed later. */
      retryable: boolean
      /** Milliseconds that the platform asks us to wait. */
      retryAfterMs?: number
      /** Certainly nothing was changed there; without it nobody knows. */
      isUndone?: boolean
      /** The codes of GraphQL errors, such as ACCESS_DENIED. */
      codes?: readonly string[]
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
  }

  get retryable(): boolean {
    return this.options.retryable
  }
}
