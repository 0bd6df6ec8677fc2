import type { ReactNode } from 'react'
import { MoreButton, type PagedQuery } from '~/components/ui/more-button'
import { Card } from '~/components/ui/card'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { OwnPage } from '~/contracts/cases/own-records'
import { deviceName } from '~/contracts/cases/device'

/** Lists of an account, latest first. */

export const nextPage = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor }

interface OwnListProps<Row> {
  label: string
  query: Partial<PagedQuery> & {
    data: { pages: OwnPage<Row>[] } | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  rowId: (row: Row) => string
  render: (row: Row) => ReactNode
  /** For an empty list, with a link. */
  empty: { text: string; label: string; href: string }
  /** Below the list, even an empty one. */
  further?: ReactNode
}

export function OwnList<Row>({ label, query, rowId, render, empty, further }: OwnListProps<Row>) {
  const rows = query.data?.pages.flatMap((page) => page.rows)
  if (!rows) {
    return query.isError ? (
      <LoadFailure message={`${label} could not be loaded`} query={query} />
    ) : (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <>
        <Card className="flex flex-col items-start gap-4">
          <p className="text-ink-muted">{empty.text}</p>
          <LinkButton href={empty.href} variant="secondary" size="sm">
            {empty.label}
          </LinkButton>
        </Card>
        {further}
      </>
    )
  }
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={rowId(row)} className="rounded-card border border-line bg-surface p-5 shadow-card">
            {render(row)}
          </li>
        ))}
      </ul>
      {further}
      <MoreButton query={query} className="mt-4">
        Show earlier ones
      </MoreButton>
    </>
  )
}

export const Device = ({ info }: { info: Parameters<typeof deviceName>[0] }) => (
  <p className="text-sm wrap-anywhere text-ink-muted">{deviceName(info)}</p>
)
