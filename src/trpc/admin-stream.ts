import { createTRPCClient } from '@trpc/client'
import type { LiveTable } from '~/contracts/admin-live'
import type { AppRouter } from '~/server/api/root'
import { links } from './client'
import { reopening } from './reopen'
import { whileVisible } from './while-visible'

/** The one stream of a tab of the back office, whichever screen is shown. */

type Listener = (tables: readonly LiveTable[]) => void

/** From one screen to the next nobody listens for a moment; the connection is kept that long (ms). */
const LINGER = 2_000

const listeners = new Set<Listener>()
let client: ReturnType<typeof createTRPCClient<AppRouter>> | undefined
let lastEventId: string | undefined
let stopFollowing: (() => void) | undefined
let lingering: ReturnType<typeof setTimeout> | undefined

// The server ends each stream after a while; whoever is signed out by then is refused the next one.
const { open, close } = reopening((ends) => {
  client ??= createTRPCClient<AppRouter>({ links: links() })
  return client.admin.onChange.subscribe(
    // At first: what the tab shows was asked for since it began to load.
    lastEventId === undefined ? { age: Math.ceil(performance.now()) } : { lastEventId },
    {
      ...ends,
      onData: ({ id, data }) => {
        lastEventId = id
        if (data.tables.length > 0) for (const listener of listeners) listener(data.tables)
      },
    },
  )
})

/** Calls when something has changed in tables, or may have while the tab was hidden. @returns the function that ends it */
export function onTablesChanged(listener: Listener): () => void {
  clearTimeout(lingering)
  listeners.add(listener)
  stopFollowing ??= whileVisible(open, close)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    lingering = setTimeout(() => {
      stopFollowing?.()
      stopFollowing = undefined
    }, LINGER)
  }
}
