import { HistoryRows } from '~/components/admin-list/history-list'
import { RecordSection } from '~/components/layouts/record-page'
import { trpc } from '~/trpc/client'
import { type CaseOfUnit, unitHistoryLines } from './unit-history'

export function UnitTimeline({ id, number, cases }: { id: string; number: string; cases: readonly CaseOfUnit[] }) {
  const timeline = trpc.units.timeline.useInfiniteQuery({ id }, { getNextPageParam: (page) => page.nextCursor })
  return (
    <RecordSection title="Timeline">
      <div className="p-5 sm:p-6">
        <HistoryRows
          rows={timeline.data?.pages.flatMap((page) => page.rows.flatMap((entry) => unitHistoryLines(number, entry, cases)))}
          failed={timeline.isError}
          onRetry={() => void timeline.refetch()}
          onMore={timeline.hasNextPage ? () => void timeline.fetchNextPage() : undefined}
        />
      </div>
    </RecordSection>
  )
}
