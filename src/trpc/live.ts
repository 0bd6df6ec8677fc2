import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import superjson from 'superjson'
import type { LiveTopic, SiteData } from '~/contracts/site'
import type { AppRouter } from '~/server/api/root'

/** The live half of public pages, loaded when the page is idle (see use-live.ts). */

const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/api/trpc', transformer: superjson })] })

/** Where the last stream stood, so that the next one brings only what is new. */
let lastEventId: string | undefined

/**
 * Follows topics while the page is visible: a hidden tab gives its connection up, because a browser
 * has six for all tabs of a site, and catches up when it is shown again.
 * @returns the function that ends it
 */
export function followLive(topics: LiveTopic[], onChange: (changed: Partial<SiteData>) => void): () => void {
  let stream: { unsubscribe: () => void } | undefined

  const open = () => {
    stream ??= client.site.onChange.subscribe(
      { topics, lastEventId },
      {
        onData: ({ id, data }) => {
          lastEventId = id
          onChange(data)
        },
      },
    )
  }
  const close = () => {
    stream?.unsubscribe()
    stream = undefined
  }
  const follow = () => {
    if (document.visibilityState === 'visible') open()
    else close()
  }

  document.addEventListener('visibilitychange', follow)
  // A page kept for Back and Forward must not hold a connection either.
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', follow)
    close()
  }
}
