import { TRPCClientError } from '@trpc/client'
import { ExponentialBackoff, halfJitterGenerator } from 'cockatiel'
import type { AppRouter } from '~/server/api/root'

/**
 * How long (ms) until a stream that has ended is made anew: doubled after each that did not even begin, and drawn from between
 * its half and its whole, because tabs must not all come in the same moment to a server that answers again.
 */
const PAUSES = new ExponentialBackoff({ initialDelay: 2_000, maxDelay: 60_000, generator: halfJitterGenerator })

/** What a stream tells of its beginning and end, in the words of tRPC's subscriptions. */
interface StreamEnds {
  onStarted: () => void
  onComplete: () => void
  onError: (error: unknown) => void
}

/** A refusal that says so stays one. A browser does not tell why it was refused a stream at all: that may pass. */
const isFinal = (error: unknown): boolean => {
  const status = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.httpStatus : undefined
  return status !== undefined && status < 500
}

/**
 * Keeps a stream open. The browser connects again by itself after a lost connection, but not after an
 * answer that is no stream, as of a balancer without a server or a server without its database, nor
 * when the server has ended the stream in order.
 * @param connect subscribes, with these handlers among its own
 */
export function reconnecting(connect: (ends: StreamEnds) => { unsubscribe: () => void }): { open: () => void; close: () => void } {
  let stream: { unsubscribe: () => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSES.next()

  // tRPC tells the end of a stream that is given up as well: what an earlier one tells counts no more.
  let latest = 0

  const close = () => {
    latest += 1
    clearTimeout(timer)
    timer = undefined
    stream?.unsubscribe()
    stream = undefined
  }
  const open = () => {
    if (stream || timer) return
    const number = latest
    const isLatest = () => number === latest
    stream = connect({
      onStarted: () => {
        pause = PAUSES.next()
      },
      onComplete: () => {
        if (isLatest()) again()
      },
      onError: (error) => {
        if (!isLatest()) return
        if (isFinal(error)) close()
        else again()
      },
    })
  }
  const again = () => {
    close()
    timer = setTimeout(() => {
      timer = undefined
      open()
    }, pause.duration)
    pause = pause.next(undefined)
  }
  return { open, close }
}
