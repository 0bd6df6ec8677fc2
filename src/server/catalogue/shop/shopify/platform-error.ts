import * as z from 'zod'

/** Scope names in the platform's errors: `unauthenticated_read_product_tags`, `write_gift_cards`. */
const SCOPE = /\b(?:unauthenticated_)?(?:read|write)_[a-z_]{3,60}\b/g

export interface Fault {
  message: string
  code: string | undefined
  /** From the root; null if the request did not run. */
  path: readonly (string | number)[] | null
}

/** For the log and for retries. Visitors never read it. */
export class PlatformError extends Error {
  override name = 'PlatformError'
  constructor(
    message: string,
    readonly options: {
      /** The same request may succeed later. */
      retryable: boolean
      /** Milliseconds that the platform asks to wait. */
      retryAfterMs?: number
      /** Certainly nothing was changed there; otherwise unknown. */
      isUndone?: boolean
      faults?: readonly Fault[]
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
  }

  get retryable(): boolean {
    return this.options.retryable
  }

  get codes(): string[] {
    return (this.options.faults ?? []).flatMap(({ code }) => code ?? [])
  }

  get missingScopes(): string[] {
    const denied = (this.options.faults ?? []).filter(({ code }) => code === 'ACCESS_DENIED')
    return [...new Set(denied.flatMap(({ message }) => message.match(SCOPE) ?? []))]
  }
}

const faultShape = z.object({
  message: z.string().catch(''),
  path: z
    .array(z.union([z.string(), z.number()]))
    .nullish()
    .catch(null),
  extensions: z
    .object({ code: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})

/** Empty for anything but a GraphQL answer with errors. */
export const faultsOf = (errors: unknown): Fault[] =>
  z
    .array(faultShape.transform(({ message, path, extensions }): Fault => ({ message, path: path ?? null, code: extensions?.code })))
    .catch([])
    .parse(errors ?? [])

/** Seconds; a longer `Retry-After` is cut. */
const LONGEST_PAUSE = 3600

/** Milliseconds; the header has seconds, sometimes with decimals. */
export function pauseOf(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_PAUSE) * 1000 : undefined
}
