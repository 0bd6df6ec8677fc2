import { useEffect, useMemo } from 'react'
import type { LiveTopic, SiteData, SitePageProps } from '~/contracts/site/site'
import { startLater } from '~/lib/page-lifecycle'
import { createShared } from '~/lib/shared-value'

/** Data received by this tab; newer than any static page that it opens. */
const latest = createShared<Partial<SiteData>>({})

export function receive(changed: Partial<SiteData>) {
  latest.set({ ...latest.get(), ...changed })
}

/**
 * The page's static props, replaced by the live stream: an open page shows a change within a second. The stream's code is loaded when the
 * page is idle.
 */
export function useLive<T extends Partial<SiteData> & Pick<SitePageProps, 'liveId'>>(initial: T): T {
  const live = latest.use()
  const { liveId } = initial
  // 'settings:a products:b': the page's topics, each with its state.
  const topicList = liveId.replaceAll(/:\S*/g, '')

  useEffect(
    () =>
      startLater(() =>
        import('./live').then(
          ({ followLive }) =>
            () =>
              followLive(topicList.split(' ') as LiveTopic[], liveId, receive),
        ),
      ),
    [topicList, liveId],
  )

  // Topics of other pages in `live` do no harm.
  return useMemo(() => ({ ...initial, ...live }), [initial, live])
}
