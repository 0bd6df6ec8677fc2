import { useEffect, useMemo } from 'react'
import type { LiveTopic, SiteData, SitePageProps } from '~/contracts/site/site'
import { startLater } from '~/lib/page-lifecycle'
import { createShared } from '~/lib/shared-value'

/** Data that streams brought to this tab; newer than any static page that it navigates to. */
const latest = createShared<Partial<SiteData>>({})

/** Shows a newer state of topics to every page of this tab. */
export function receive(changed: Partial<SiteData>) {
  latest.set({ ...latest.get(), ...changed })
}

/**
 * The page's static props, replaced by what the live stream brings: an administrator's change shows
 * in an open page within a second. The stream's code is loaded when the page is idle.
 */
export function useLive<T extends Partial<SiteData> & Pick<SitePageProps, 'liveId'>>(initial: T): T {
  const live = latest.use()
  const { liveId } = initial
  // 'settings:a products:b': the page's topics with the state of each.
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

  // Data of other pages' topics does no harm.
  return useMemo(() => ({ ...initial, ...live }), [initial, live])
}
