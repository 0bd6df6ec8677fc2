import type { ServerResponse } from 'node:http'
import type { LiveTopic, SiteData } from '~/contracts/site'
import { seenFrom, type LiveSite } from '~/server/site/live-site'
import { Audience } from './subscriber-group'
import { Reader } from './subscriber'
import { CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS, STALLED_MS } from './sse-options'
import { inTurns } from '~/server/platform/event-loop'
import { beginStream, connected } from './sse-events'

/** What a stream is of. */
export interface Subscription {
  /** In which form its events come: all topics by name, or the settings alone. */
  form: 'site' | 'settings'
  topics: readonly LiveTopic[]
  lastEventId: string | null | undefined
}

const forms: Record<Subscription['form'], (changed: Partial<SiteData>) => unknown> = {
  site: (changed) => changed,
  settings: ({ settings }) => settings,
}

interface BroadcasterOptions {
  live: LiveSite
  serialize: (data: unknown) => unknown
  failureFor: (error: unknown) => Buffer
  /** Tells of a stream that was ended because its reader took nothing. */
  onCut: () => void
  random?: () => number
  pingMs?: number
  stalledMs?: number
  longestMs?: number
}

/** A browser whose connection is lost comes back after this time and up to four times as much: not all at once. */
const RETRY_MS = 1_000

/** So much of a stream's longest time is left to chance, so that streams of one moment do not end in one. */
const SPREAD = 0.1

/**
 * The public streams of a process, for thousands of readers (docs/decisions/046): one timer for all, one
 * set of bytes for all who lack the same. The wire is tRPC's own.
 */
export class Broadcaster {
  readonly #audiences = new Map<string, Audience>()
  readonly #options: Required<BroadcasterOptions>
  #timer: NodeJS.Timeout | undefined

  constructor(options: BroadcasterOptions) {
    this.#options = { random: Math.random, pingMs: PING_MS, stalledMs: STALLED_MS, longestMs: LONGEST_STREAM_MS, ...options }
    options.live.events.on('change', (topic) => {
      for (const audience of this.#audiences.values()) audience.changed(topic)
    })
  }

  /** Open streams. */
  get size(): number {
    return [...this.#audiences.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Begins a stream: first what differs from what the reader has seen, then every change. */
  open(res: ServerResponse, { form, topics, lastEventId }: Subscription): void {
    const { random, longestMs, onCut } = this.#options
    const asked = [...new Set(topics)].toSorted()
    const audience = this.#audienceOf(form, asked)
    const before = seenFrom(lastEventId)
    const reader = new Reader(res, {
      seen: asked.map((topic) => before.get(topic)),
      endsAt: performance.now() + longestMs * (1 - SPREAD * random()),
      onDrain: (drained) => {
        audience.catchUp(drained)
      },
      onEnd: (ended, cut) => {
        audience.remove(ended)
        if (cut) onCut()
        if (this.size === 0) this.#rest()
      },
    })
    beginStream(res, connected(CLIENT_OPTIONS, Math.round(RETRY_MS * (1 + 3 * random()))))
    audience.add(reader)
    this.#timer ??= setInterval(() => void this.#look(), this.#options.pingMs).unref()
  }

  #audienceOf(form: Subscription['form'], topics: readonly LiveTopic[]): Audience {
    const key = `${form} ${topics.join()}`
    const { live, serialize, failureFor } = this.#options
    const audience = this.#audiences.get(key) ?? new Audience({ live, topics, toMessage: forms[form], serialize, failureFor })
    this.#audiences.set(key, audience)
    return audience
  }

  /** Looks after every stream, in slices. */
  async #look(): Promise<void> {
    for (const audience of this.#audiences.values()) {
      await inTurns(audience, (reader) => {
        reader.look(performance.now(), this.#options.stalledMs)
      })
    }
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
