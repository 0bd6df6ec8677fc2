import { trpc } from './client'
import type { AuditSubject, HistoryEntry } from '~/contracts/office/audit'

/**
 * What happened to one record, newest first, as the history parts of components/admin-list take it.
 * @param tell the lines of one entry; lib/history-lines helps
 * @param enabled false while it is not known whether there is such a record
 */
export function useHistory<Line>(subjectType: AuditSubject, subjectId: string, tell: (entry: HistoryEntry) => Line[], enabled = true) {
  const history = trpc.audit.history.useInfiniteQuery({ subjectType, subjectId }, { getNextPageParam: (page) => page.nextCursor, enabled })
  return {
    rows: history.data?.pages.flatMap((page) => page.rows.flatMap(tell)),
    failed: history.isError,
    onRetry: () => void history.refetch(),
    onMore: history.hasNextPage ? () => void history.fetchNextPage() : undefined,
  }
}
