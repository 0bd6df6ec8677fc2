import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { liveTopics, type LiveTopic, type SiteData, type SitePageProps } from '~/contracts/site'
import { whenIdle } from '~/lib/page-lifecycle'

/** What the server says, and the browser until a stream has brought something: the same object, or React draws the page twice. */
const nothingYet: Partial<SiteData> = {}
/** What streams have brought to this tab; newer than any static page it navigates to. */
let latest = nothingYet
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a newer state of topics to every page of this tab. */
export function receive(changed: Partial<SiteData>) {
  latest = { ...latest, ...changed }
  for (const listener of listeners) listener()
}

/**
 * The page's static props, replaced by what the live stream brings: an administrator's change shows
 * in an open page within a second. The stream's code is loaded when the page is idle.
 */
export function useLive<T extends Partial<SiteData> & Pick<SitePageProps, 'liveId'>>(initial: T): T {
  const live = useSyncExternalStore(
    subscribe,
    () => latest,
    () => nothingYet,
  )
  const { liveId } = initial
  const topicList = liveTopics.filter((topic) => topic in initial).join(',')

  useEffect(() => {
    const topics = liveTopics.filter((topic) => topicList.split(',').includes(topic))
    let stop: (() => void) | undefined
    let over = false
    const cancel = whenIdle(() => {
      void import('./live').then(({ followLive }) => {
        if (!over) stop = followLive(topics, liveId, receive)
      })
    })
    return () => {
      over = true
      cancel()
      stop?.()
    }
  }, [topicList, liveId])

  return useMemo(() => {
    const current = { ...initial }
    for (const topic of topicList.split(',') as LiveTopic[]) {
      if (live[topic] !== undefined) Object.assign(current, { [topic]: live[topic] })
    }
    return current
  }, [initial, live, topicList])
}
