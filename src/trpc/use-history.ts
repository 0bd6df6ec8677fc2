import { trpc } from './client'
import type { AuditSubject, HistoryEntry } from '~/contracts/audit'

/**
 * Newest first, in the shape of components/admin-list.
 * @param tell turns an entry into lines; see lib/history-lines
 * @param enabled false until the record is known to exist
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
