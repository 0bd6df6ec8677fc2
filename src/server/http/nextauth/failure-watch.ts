import type { NextApiResponse } from 'next'

/** What came of work that NextAuth waits for. */
export interface FailureWatch {
  /** Does the work of a callback and remembers its failure, which is thrown as ever. */
  watch: <T>(work: Promise<T>) => Promise<T>
  /** The response to hand to NextAuth: at its first touch after a failure it throws that failure. */
  answer: NextApiResponse
}

/**
 * NextAuth takes whatever a callback throws for its own 'nobody is signed in': it removes the session's cookie, or
 * writes the message into an address. A failure says nothing of the kind. So nothing that NextAuth makes of one
 * reaches the response: the handler around it gets the failure itself (`whileReachable`).
 */
export function watchFailures(res: NextApiResponse): FailureWatch {
  let failure: { error: unknown } | undefined
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  const answer = new Proxy(res, {
    get(target, name): unknown {
      if (failure) throw failure.error
      const value: unknown = Reflect.get(target, name, target)
      // A response's methods work on the response itself.
      return typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value
    },
  })
  return { watch, answer }
}
