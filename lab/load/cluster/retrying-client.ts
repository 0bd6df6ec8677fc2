import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../client'

/** The outcome of one try of a request. */
export interface Try {
  kind: string
  ms: number
  /** `refused`: 503 with when to come again. */
  outcome: 'ok' | 'refused' | 'wrong'
  fault?: string
}

export interface Ended {
  answer: Answer | undefined
  /** An earlier try had no answer of its own: it may have been done. */
  isDoubtful: boolean
}

const LONGEST_INSISTING_MS = 90_000
/** Longer than any request waits by itself: `AbortSignal.timeout` is not heard once the request it belongs to has been collected. */
const LONGEST_REQUEST_MS = 75_000
const SECOND = 1_000

/** @throws where the request neither ends nor is given up */
async function bounded(request: Promise<Answer>): Promise<Answer> {
  const given = new AbortController()
  try {
    return await Promise.race([
      request,
      wait(LONGEST_REQUEST_MS, undefined, { signal: given.signal }).then(() => {
        throw new Error(`nothing in ${LONGEST_REQUEST_MS / SECOND} s`)
      }),
    ])
  } finally {
    given.abort()
  }
}

/** Sends requests until they are answered, as a careful client does, and keeps what became of each try. */
export class RetryingClient {
  readonly tries: Try[] = []

  /**
   * @param send the same request each time, with the same idempotency key or version
   * @param isExpected whether a refusal is right after doubt, such as CONFLICT for a version that has passed
   */
  async until(kind: string, send: () => Promise<Answer>, isExpected: (answer: Answer) => boolean = () => false): Promise<Ended> {
    let isDoubtful = false
    for (const deadline = performance.now() + LONGEST_INSISTING_MS; ;) {
      const began = performance.now()
      const answer = await bounded(send()).catch((error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error))
      const ms = performance.now() - began
      if (typeof answer === 'string') {
        this.tries.push({ kind, ms, outcome: 'wrong', fault: `no answer: ${answer}` })
        isDoubtful = true
        await wait(SECOND)
      } else if (answer.ok || (isDoubtful && isExpected(answer))) {
        this.tries.push({ kind, ms, outcome: 'ok' })
        return { answer, isDoubtful }
      } else if (answer.status === 503 && answer.retryAfter !== null) {
        this.tries.push({ kind, ms, outcome: 'refused' })
        isDoubtful = true
        await wait(Number(answer.retryAfter) * SECOND)
      } else {
        this.tries.push({ kind, ms, outcome: 'wrong', fault: `${answer.status} ${answer.code}: ${answer.message}` })
        return { answer: undefined, isDoubtful }
      }
      if (performance.now() > deadline) {
        this.tries.push({ kind, ms: LONGEST_INSISTING_MS, outcome: 'wrong', fault: 'refused for a minute and a half' })
        return { answer: undefined, isDoubtful }
      }
    }
  }
}
