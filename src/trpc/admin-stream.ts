import type { LiveTable } from '~/contracts/streams'
import { newClient } from './client'
import { whileVisible } from './while-visible'

/** At first: what the tab shows was asked for since it began to load, however often the stream is asked for. */
const sinceLoading = {
  get age() {
    return Math.ceil(performance.now())
  },
}

/**
 * Follows the tables of the back office: calls when something has changed in some of them, or may have while the
 * tab was hidden. The layout of the back office does it once for all screens.
 * @returns the function that ends it
 */
export function onTablesChanged(listener: (tables: readonly LiveTable[]) => void): () => void {
  const client = newClient()
  let lastEventId: string | undefined
  // The server ends each stream after a while; whoever is signed out by then is refused the next one.
  return whileVisible(() =>
    client.admin.onChange.subscribe(lastEventId === undefined ? sinceLoading : { lastEventId }, {
      onData: ({ id, data }) => {
        lastEventId = id
        if (data.tables.length > 0) listener(data.tables)
      },
    }),
  )
}
