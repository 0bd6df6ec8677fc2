/** What the front answers: documents of public pages, their data for a change of page inside the browser, and files. */
export type FrontKind = 'page' | 'data' | 'file'

/** How the front answered, in numbers since the process started. */
export interface FrontCounts {
  /** Sent from memory. */
  hits: number
  /** Sent without a body, because the client has it. */
  notModified: number
  /** Left to Next although it is one of the front's, because it is not there yet or asked for in part. */
  misses: number
}

const none = (): FrontCounts => ({ hits: 0, notModified: 0, misses: 0 })

/** The process's numbers; the front counts, the metrics read. */
export const frontCounts: Record<FrontKind, FrontCounts> = { page: none(), data: none(), file: none() }
