import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import superjson from 'superjson'
import type { LiveTopic, SiteData } from '~/contracts/site/site'
import type { AppRouter } from '~/server/api/root'
import { retryStreams } from './stream-retry'
import { whileVisible } from './while-visible'

/** The live half of public pages, loaded when the page is idle (use-live.ts). */

const client = createTRPCClient<AppRouter>({
  links: [retryStreams, httpSubscriptionLink({ url: '/api/trpc', transformer: superjson })],
})

/** Events received in this tab, as `topic:id`; newer than the state of any static page. */
const brought = new Map<string, string>()

/** 'settings:a machines:b' → [['settings', 'settings:a'], …] */
const marksOf = (id: string): [string, string][] => id.split(' ').map((mark) => [mark.slice(0, mark.indexOf(':')), mark])

/**
 * Follows topics while the page is visible, and catches up when it is shown again.
 * @param shownId the state on the page (its static props' `liveId`); only newer ones are sent
 * @returns the function that ends it
 */
export function followLive(topics: LiveTopic[], shownId: string, onChange: (changed: Partial<SiteData>) => void): () => void {
  return whileVisible(() => {
    const lastEventId = [...new Map([...marksOf(shownId), ...brought]).values()].join(' ')
    return client.settings.onSettingsChange.subscribe(
      { topics, lastEventId },
      {
        onData: ({ id, data }) => {
          // Subscribers without topics get settings in their own shape.
          if ('site_title' in data) return
          for (const [topic, mark] of marksOf(id)) if (topic in data) brought.set(topic, mark)
          onChange(data)
        },
      },
    )
  })
}
