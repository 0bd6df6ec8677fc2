/** What is answered from the cache: documents of public pages, their data for a change of page inside the browser, and files. */
export type CacheKind = 'page' | 'data' | 'file'

/** How requests were answered, in numbers since the process started. */
export interface CacheCounts {
  /** Sent from memory. */
  hits: number
  /** Sent without a body, because the client has it. */
  notModified: number
  /** Left to Next although its address is cached, because it is not there yet or asked for in part. */
  misses: number
}

const none = (): CacheCounts => ({ hits: 0, notModified: 0, misses: 0 })

/** The process's numbers; the cache counts, the metrics read. */
export const cacheCounts: Record<CacheKind, CacheCounts> = { page: none(), data: none(), file: none() }
