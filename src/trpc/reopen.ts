import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '~/server/api/root'

/** A stream that ends is made anew after this time (ms), doubled after each that did not even begin. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000
/** What a server that answers again can take: tabs must not all come in the same moment. */
const SPREAD = 0.5

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
export function reopening(
  connect: (ends: StreamEnds) => { unsubscribe: () => void },
  random = Math.random,
): { open: () => void; close: () => void } {
  let stream: { unsubscribe: () => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT

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
        wait = FIRST_WAIT
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
    timer = setTimeout(
      () => {
        timer = undefined
        open()
      },
      wait * (1 + SPREAD * random()),
    )
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
  return { open, close }
}
