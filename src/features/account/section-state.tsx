import { serverMessage } from '~/components/form/server-errors'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/skeleton'

interface SectionStateProps {
  /** The query behind a section, while it has brought nothing. */
  query: { error: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** What could not be loaded. */
  failure: string
}

/** Stands in for a section that is being loaded, or could not be. */
export function SectionState({ query, failure }: SectionStateProps) {
  if (query.isError) {
    return (
      <LoadFailure message={failure} reason={serverMessage(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  }
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-9 w-32" />
    </div>
  )
}
