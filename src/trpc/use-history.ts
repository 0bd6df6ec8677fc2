import type { AuditSubject, HistoryEntry } from '~/contracts/audit'
import { trpc } from './client'

/**
 * What happened to one record, newest first, as the history parts of components/admin-list take it.
 * @param tell the lines of one entry; lib/history-lines helps
 */
export function useHistory<Line>(subjectType: AuditSubject, subjectId: string, tell: (entry: HistoryEntry) => Line[]) {
  const history = trpc.audit.history.useInfiniteQuery({ subjectType, subjectId }, { getNextPageParam: (page) => page.nextCursor })
  return {
    rows: history.data?.pages.flatMap((page) => page.rows.flatMap(tell)),
    failed: history.isError,
    onRetry: () => void history.refetch(),
    onMore: history.hasNextPage ? () => void history.fetchNextPage() : undefined,
  }
}
