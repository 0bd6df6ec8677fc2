import * as z from 'zod'

/** Names of access scopes in the platform's errors: `unauthenticated_read_product_tags`, `write_gift_cards`. */
const SCOPE = /\b(?:unauthenticated_)?(?:read|write)_[a-z_]{3,60}\b/g

/** One entry of `errors` in a GraphQL answer. */
export interface Fault {
  message: string
  /** A code such as ACCESS_DENIED. */
  code: string | undefined
  /** The path of the failed field from the root; null if the request did not run. */
  path: readonly (string | number)[] | null
}

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

  /** The access scopes that the token lacks, from the faults' messages. */
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

/** The `errors` of a GraphQL answer; empty for anything else. */
export const faultsOf = (errors: unknown): Fault[] =>
  z
    .array(faultShape.transform(({ message, path, extensions }): Fault => ({ message, path: path ?? null, code: extensions?.code })))
    .catch([])
    .parse(errors ?? [])

/** The longest pause (s) that `Retry-After` can ask for; a larger value is cut to it. */
const LONGEST_PAUSE = 3600

/** Milliseconds of a `Retry-After` header, which has seconds, sometimes with decimals. */
export function pauseOf(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_PAUSE) * 1000 : undefined
}
