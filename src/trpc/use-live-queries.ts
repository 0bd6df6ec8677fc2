import { useQueryClient, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nounWith, records } from '~/contracts/records'
import { otherTables, type LiveTable } from '~/contracts/streams'
import type { AppRouter } from '~/server/api/root'
import { newClient } from './client'
import { whileVisible } from './while-visible'

type RouterName = Exclude<keyof AppRouter['_def']['record'], symbol | number>

/** Their answers depend on every table. */
const ofAll: readonly RouterName[] = ['dashboard', 'audit']

/** Minimum milliseconds between two reads of costly answers that nobody edits. */
const PAUSES: Partial<Record<RouterName, number>> = { reports: 5_000 }

const ofOthers: Partial<Record<LiveTable, RouterName | readonly RouterName[]>> = otherTables

function routersOf(table: LiveTable): readonly RouterName[] {
  const noun = nounWith('table', table)
  const other = ofOthers[table]
  return [...(noun ? [noun, ...records[noun].readBy] : []), ...[other ?? []].flat(), ...ofAll]
}

/** tRPC's keys begin with the procedure's path: [['orders', 'list'], …]. */
const routerOf = ([path]: QueryKey): unknown => (Array.isArray(path) ? path[0] : undefined)

/**
 * Refetches what is shown when its tables change, but not while a change of this page is being saved: an answer from before it would show
 * the old value for a moment.
 */
export function keepFresh(queryClient: QueryClient) {
  const held = new Set<unknown>()
  /** Queries whose pending answer may be from before a change. */
  const early = new WeakSet<Query>()
  /**
   * Reads a query again after the pending answer. Cancelling that one would leave a screen without any answer or error while changes come
   * faster than answers. A failed query has its own retries.
   */
  const readAfter = async (query: Query) => {
    if (early.has(query)) return
    early.add(query)
    const isRead = await Promise.resolve(query.promise).then(
      () => true,
      () => false,
    )
    early.delete(query)
    if (!isRead) return
    if (queryClient.isMutating() > 0) held.add(routerOf(query.queryKey))
    else await queryClient.invalidateQueries({ predicate: (each) => each === query })
  }
  const flush = () => {
    if (held.size === 0 || queryClient.isMutating() > 0) return
    const routers = new Set(held)
    held.clear()
    const filters = { predicate: ({ queryKey }: Query) => routers.has(routerOf(queryKey)) }
    for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) void readAfter(query)
    void queryClient.invalidateQueries(filters, { cancelRefetch: false })
  }
  /** Routers with a pause: the timer that ends it, and whether something has changed meanwhile. */
  const paused = new Map<RouterName, { timer: ReturnType<typeof setTimeout>; isStale: boolean }>()
  const hold = (router: RouterName) => {
    const pause = PAUSES[router]
    const waiting = paused.get(router)
    if (waiting) waiting.isStale = true
    else held.add(router)
    if (waiting || pause === undefined) return
    const timer = setTimeout(() => {
      const isStale = paused.get(router)?.isStale === true
      paused.delete(router)
      if (!isStale) return
      hold(router)
      flush()
    }, pause)
    paused.set(router, { timer, isStale: false })
  }
  const stopFlushing = queryClient.getMutationCache().subscribe(flush)
  return {
    changed: (tables: readonly LiveTable[]) => {
      for (const table of tables) for (const router of routersOf(table)) hold(router)
      flush()
    },
    stop: () => {
      for (const { timer } of paused.values()) clearTimeout(timer)
      stopFlushing()
    },
  }
}

/** Keeps the lists, details and figures of a screen up to date. */
export function useLiveQueries(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { changed, stop } = keepFresh(queryClient)
    const stopListening = onTablesChanged(changed)
    return () => {
      stopListening()
      stop()
    }
  }, [queryClient])
}

/** Until the first event: everything on screen was read after the tab began to load. */
const sinceLoading = {
  get age() {
    return Math.ceil(performance.now())
  },
}

/**
 * Called when some tables have changed, or may have while the tab was hidden. The layout of the back office subscribes once for all
 * screens.
 * @returns the function that ends it
 */
function onTablesChanged(listener: (tables: readonly LiveTable[]) => void): () => void {
  const client = newClient()
  let lastEventId: string | undefined
  // The server ends each stream after a while, and refuses the next one to a session that has ended.
  return whileVisible(() =>
    client.admin.onChange.subscribe(lastEventId === undefined ? sinceLoading : { lastEventId }, {
      onData: ({ id, data }) => {
        lastEventId = id
        if (data.tables.length > 0) listener(data.tables)
      },
    }),
  )
}
