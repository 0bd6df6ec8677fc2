import { createHash } from 'node:crypto'
import { ExponentialBackoff, noJitterGenerator } from 'cockatiel'
import { Coalesced } from './coalesced'

/** Equal content has the same id in every process. */
export interface Snapshot<T> {
  id: string
  data: T
}

const RETRY = new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 60_000, generator: noJitterGenerator })

const contentId = (data: unknown) => createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 16)

/** Read again after changes at most five times a second; `get` reads at once if it is stale, and always without the feed. */
export class LiveValue<T> {
  #snapshot: Snapshot<T> | undefined
  #running: Promise<Snapshot<T>> | undefined
  #queued: Promise<Snapshot<T>> | undefined
  #isStale = false
  #failed = false
  #retry: NodeJS.Timeout | undefined
  readonly #following = new Coalesced(() => this.#follow())
  #pause: ReturnType<typeof RETRY.next> | undefined
  readonly reads = { hits: 0, misses: 0 }

  constructor(
    private readonly load: () => Promise<T>,
    private readonly isFed: () => boolean,
    private readonly onChange: () => void,
    /** Returned if nothing could ever be read, so that `get` never fails. */
    private readonly whenNothing?: T,
  ) {}

  /** With `whenNothing`, a failed read returns the last known state. */
  async get(): Promise<Snapshot<T>> {
    const pending = this.#queued ?? (this.#isStale ? undefined : this.#running)
    if (!pending && !this.#isStale && this.#snapshot && this.isFed()) {
      this.reads.hits += 1
      return this.#snapshot
    }
    this.reads.misses += 1
    try {
      return await (pending ?? this.refresh())
    } catch (error) {
      if (this.whenNothing === undefined) throw error
      return this.#snapshot ?? { id: contentId(this.whenNothing), data: this.whenNothing }
    }
  }

  /** Reads after this call; callers during a read share the next one. */
  refresh(): Promise<Snapshot<T>> {
    if (!this.#running) return this.#start()
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined
        return this.#start()
      })
    return this.#queued
  }

  /** Marks the state as stale, after a write of this process too. It is read soon, and again after growing pauses until that succeeds. */
  changed(): void {
    this.#isStale = true
    clearTimeout(this.#retry)
    this.#following.ask()
  }

  async #follow(): Promise<void> {
    try {
      if (this.#isStale || this.#failed) await this.refresh()
      this.#pause = undefined
    } catch {
      clearTimeout(this.#retry)
      this.#pause = (this.#pause ?? RETRY).next(undefined)
      this.#retry = setTimeout(() => {
        this.changed()
      }, this.#pause.duration).unref()
    }
  }

  #start(): Promise<Snapshot<T>> {
    this.#isStale = false
    this.#running = this.#read().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #load(): Promise<T> {
    try {
      return await this.load()
    } catch (error) {
      this.#failed = true
      throw error
    }
  }

  async #read(): Promise<Snapshot<T>> {
    const data = await this.#load()
    const id = contentId(data)
    const isBack = this.#failed
    this.#failed = false
    if (this.#snapshot?.id === id) {
      // Subscribers that could not read after a change have heard nothing since.
      if (isBack) this.onChange()
      return this.#snapshot
    }
    this.#snapshot = { id, data }
    this.onChange()
    return this.#snapshot
  }
}

/** A subscriber's position as an SSE event id: the content seen of each topic. */
export const eventIdOf = (seen: ReadonlyMap<string, string>): string => [...seen].map(([topic, id]) => `${topic}:${id}`).join(' ')

export function seenOf(lastEventId: string | null | undefined): Map<string, string> {
  const pairs = (lastEventId ?? '').split(' ').map((pair): [string, string] => {
    const colon = pair.indexOf(':')
    return [pair.slice(0, colon), pair.slice(colon + 1)]
  })
  return new Map(pairs)
}
