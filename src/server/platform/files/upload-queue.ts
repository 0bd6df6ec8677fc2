import PQueue from 'p-queue'
import { codedError } from '~/server/platform/errors'
import type { Network } from '~/server/platform/network/network'

export interface Sender {
  /** Staff have their own lane. */
  lane: 'desk' | 'others'
  id: string
  /** Null for staff, whose networks are not counted. */
  network: Network | null
}

/** Uploads under way: of one sender or network, and in a lane. */
const MOST_OF_ONE = 20
const MOST_OF_LANE = { desk: 100, others: 300 }
/** Administrators upload pictures by the dozen. */
const MOST_OF_ADMIN = 50

const BUSY_SECONDS = 10
const TOO_MANY = 'Many of your files are on their way already. Please send this one again once they have arrived.'
const BUSY = 'Many files are being worked on at this moment. Please send this one again in a few seconds.'

interface Counter {
  name: string
  share: number
}

function countersOf({ lane, id, network }: Sender): Counter[] {
  const ofSender = { name: `${lane} ${id}`, share: lane === 'desk' ? MOST_OF_ADMIN / MOST_OF_ONE : 1 }
  return [ofSender, ...(network?.ranges ?? [])]
}

/** Works on one file of staff and one of others at a time. The sender with the fewest uploads goes first. */
export class UploadQueue {
  readonly #lanes = { desk: new PQueue({ concurrency: 1 }), others: new PQueue({ concurrency: 1 }) }
  readonly #onTheWay = new Map<string, number>()

  #count = (name: string) => this.#onTheWay.get(name) ?? 0

  #add(name: string, more: 1 | -1): void {
    const count = this.#count(name) + more
    if (count === 0) this.#onTheWay.delete(name)
    else this.#onTheWay.set(name, count)
  }

  /** The work asks for its turn itself. @throws TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE for too many files */
  async run<T>(sender: Sender, work: (inTurn: <U>(part: () => Promise<U>, signal: AbortSignal) => Promise<U>) => Promise<T>): Promise<T> {
    const { lane } = sender
    const counters = countersOf(sender)
    if (counters.some(({ name, share }) => this.#count(name) >= MOST_OF_ONE * share)) {
      throw codedError('TOO_MANY_REQUESTS', 'over_request_rate_limit', TOO_MANY, BUSY_SECONDS)
    }
    if (this.#count(lane) >= MOST_OF_LANE[lane]) throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', BUSY, BUSY_SECONDS)
    const names = [lane, ...counters.map(({ name }) => name)]
    for (const name of names) this.#add(name, 1)
    try {
      return await work((part, signal) => {
        const priority = -Math.max(...counters.map(({ name, share }) => Math.ceil(this.#count(name) / share)))
        // With the signal, p-queue would start the next file while an abandoned one still runs.
        const unlessLeft = () => {
          signal.throwIfAborted()
          return part()
        }
        return this.#lanes[lane].add(unlessLeft, { priority })
      })
    } finally {
      for (const name of names) this.#add(name, -1)
    }
  }
}

declare global {
  // Next bundles routes apart from the process's entry; the process has one queue.
  var shopUploadQueue: UploadQueue | undefined
}

export const uploadQueue = (): UploadQueue => (globalThis.shopUploadQueue ??= new UploadQueue())
