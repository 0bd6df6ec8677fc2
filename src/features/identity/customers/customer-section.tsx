import type { ReactNode } from 'react'
import { MoreButton, type PagedQuery } from '~/components/ui/more-button'
import { RecordSection } from '~/components/layouts/record-page'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  total: number
}

interface CustomerSectionProps<Row> {
  title: string
  query: PagedQuery & {
    data: { pages: Page<Row>[] } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  rowId: (row: Row) => string
  render: (row: Row) => ReactNode
  /** Shown without rows. */
  none: string
  head?: ReactNode
}

/** Rows at first, and added by each press. */
export const SHOWN = 10
export const nextPage = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor }

/** The latest few, their number, and a way to show more. */
export function CustomerSection<Row>({ title, query, rowId, render, none, head }: CustomerSectionProps<Row>) {
  const { data, isError } = query
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <RecordSection title={total > 0 && head === undefined ? `${title} (${total.toLocaleString('en-GB')})` : title}>
      {data && head}
      <div className="px-5 py-2 sm:px-6">
        {isError && !data && <LoadFailure message={`Failed to fetch ${title.toLowerCase()}`} query={query} />}
        {!data && !isError && <Skeleton className="my-3 h-16" />}
        {data && rows.length === 0 && <p className="py-3 text-sm text-ink-subtle">{none}</p>}
        {rows.length > 0 && (
          <ul aria-label={title} className="divide-y divide-line">
            {rows.map((row) => (
              <li key={rowId(row)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm">
                {render(row)}
              </li>
            ))}
          </ul>
        )}
        <MoreButton query={query} variant="ghost" className="my-2">
          Show more of {total.toLocaleString('en-GB')}
        </MoreButton>
      </div>
    </RecordSection>
  )
}
