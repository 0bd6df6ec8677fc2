import { EventEmitter, on } from 'node:events'
import { failedOverview } from '~/contracts/catalogue/products'
import { liveTopics, type LiveTopic, type SiteData } from '~/contracts/site/site'
import type { FollowSiteInput } from '~/contracts/site/follow-site'
import type { Database } from '~/server/platform/database/database'
import { readActiveMachines } from '~/server/catalogue/machines/read-machines'
import { readNetwork } from '~/server/catalogue/network/read-network'
import { readSettings } from '~/server/site/settings/read-settings'
import type { LiveCatalogue } from '~/server/catalogue/shop/live-catalogue'
import type { ChangeHub } from '~/server/platform/change-feed/change-hub'
import type { Logger } from '~/server/platform/log'
import type { Subscription } from '~/server/platform/streams/streams'
import { Coalesced } from '~/server/platform/change-feed/coalesced'
import { eventIdOf, LiveValue, seenOf, type Snapshot } from '~/server/platform/change-feed/live-value'

/** The public site's data, current in every process: each topic follows its table. */
export interface LiveSite {
  values: { [T in LiveTopic]: LiveValue<SiteData[T]> }
  /** Emits 'change' with the topic after a change, at most five times a second. */
  events: EventEmitter<{ change: [LiveTopic] }>
}

const topicOfTable: Partial<Record<string, LiveTopic>> = {
  website_settings: 'settings',
  seller_details: 'settings',
  trade_in_machines: 'machines',
  products: 'products',
  product_pictures: 'products',
  shop_lists: 'products',
  network_coins: 'network',
  network_assumptions: 'network',
}

/** True for a table whose changes the page of a product may show. */
const changesProductPages = (table: string): boolean =>
  table === 'vat_rates' || topicOfTable[table] === 'products' || topicOfTable[table] === 'settings' || topicOfTable[table] === 'network'

/**
 * Calls `changed` as soon as something changes that the page of a product may show. Most of it is written; the end of a hold is not, and is
 * known only from the list.
 */
export function onProductPagesChange(
  { hub, live }: { hub: Pick<ChangeHub, 'on'>; live: Pick<LiveSite, 'events'> },
  changed: () => void,
): void {
  hub.on('change', ({ table }) => {
    if (changesProductPages(table)) changed()
  })
  hub.on('reset', changed)
  live.events.on('change', (topic) => {
    if (topic === 'products') changed()
  })
}

interface LiveSiteDeps {
  db: Database
  hub: ChangeHub
  catalogue: LiveCatalogue
  now: () => Date
  log: Logger
  /** The products page's text without a list. */
  failure: string
}

/** Stock held for orders is freed at a moment of time; public pages show it within this interval (ms). */
const HOLDS_EVERY_MS = 5_000

/** Failed reads are logged (requirements §8). */
export function createLiveSite({ db, hub, catalogue, now, log, failure }: LiveSiteDeps): LiveSite {
  const events = new EventEmitter<{ change: [LiveTopic] }>()
  events.setMaxListeners(0)
  const live = <T>(topic: LiveTopic, load: () => Promise<T>, whenNothing?: T) => {
    const telling = new Coalesced(() => {
      events.emit('change', topic)
    })
    return new LiveValue(
      load,
      () => hub.listening,
      () => {
        telling.ask()
      },
      whenNothing,
    )
  }
  const logged =
    <T>(topic: LiveTopic, read: (prisma: Database['prisma']) => Promise<T>) =>
    async () => {
      try {
        return await read(db.prisma)
      } catch (err) {
        log.error({ err, topic }, 'What public pages show could not be read')
        throw err
      }
    }
  const values = {
    settings: live('settings', logged('settings', readSettings)),
    machines: live('machines', logged('machines', readActiveMachines)),
    network: live('network', logged('network', readNetwork)),
    products: live('products', async () => (await catalogue.refresh()).overview(), failedOverview(failure)),
  }
  hub.on('change', ({ table, id }) => {
    const topic = topicOfTable[table]
    if (topic === 'products') catalogue.changed(table === 'shop_lists' ? null : id)
    if (topic) values[topic].changed()
  })
  hub.on('reset', () => {
    catalogue.changed(null)
    for (const topic of liveTopics) values[topic].changed()
  })
  const looking = setInterval(() => {
    if (catalogue.lookAtHolds(now())) values.products.changed()
  }, HOLDS_EVERY_MS).unref()
  hub.beforeStop(() => {
    clearInterval(looking)
    return Promise.resolve()
  })
  return { values, events }
}

export const subscriptionOf = (input: FollowSiteInput | undefined): Subscription<LiveTopic> => ({
  topics: input?.topics ?? ['settings'],
  isAlone: input?.topics === undefined,
  lastEventId: input?.lastEventId,
})

export interface SiteUpdate<T extends LiveTopic> {
  id: string
  changed: Partial<Pick<SiteData, T>>
}

/**
 * Follows topics until the signal aborts: first those that differ from the subscriber's (all without a `lastEventId`), then every change.
 * It listens before it reads, so nothing is missed; ids name content, so nothing comes twice, whichever process answers. Throws if the
 * first read fails; later failures wait until `LiveValue` reads successfully.
 */
export async function* followSite<T extends LiveTopic>(
  { values, events }: LiveSite,
  topics: readonly T[],
  { lastEventId, signal }: { lastEventId?: string | null | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<SiteUpdate<T>> {
  const wakeUps = on(events, 'change', signal ? { signal } : {})
  const before = seenOf(lastEventId)
  const seen = new Map<LiveTopic, string>()
  for (const topic of topics) {
    const id = before.get(topic)
    if (id !== undefined) seen.set(topic, id)
  }
  let isFirst = true
  const read = async (topic: T): Promise<Snapshot<SiteData[T]> | undefined> => {
    try {
      return await values[topic].get()
    } catch (error) {
      if (isFirst) throw error
      return undefined
    }
  }
  try {
    for (;;) {
      const changed: Partial<Pick<SiteData, T>> = {}
      let any = false
      for (const topic of topics) {
        const snapshot = await read(topic)
        if (!snapshot || seen.get(topic) === snapshot.id) continue
        seen.set(topic, snapshot.id)
        changed[topic] = snapshot.data
        any = true
      }
      isFirst = false
      if (any) yield { id: eventIdOf(seen), changed }
      if ((await wakeUps.next()).done) return
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    await wakeUps.return?.()
  }
}
