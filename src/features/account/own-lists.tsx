import type { ReactNode } from 'react'
import Link from 'next/link'
import { serverMessage } from '~/components/form/server-errors'
import { UnreadMark } from '~/components/messages/unread-mark'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { OwnPage } from '~/contracts/own-records'
import { activeRepairStatuses, pendingTradeInStatuses, statusTones } from '~/contracts/statuses'
import { openDueOn } from '~/lib/case-desk'
import { formatDate, formatDateTime } from '~/lib/date-text'
import { formatEuro, formatSettled } from '~/lib/money'
import { ownPageOf, paths } from '~/lib/paths'
import { capitalised } from '~/lib/text'
import { deviceName } from '~/lib/device'
import { trpc } from '~/trpc/client'

/** The lists of an account: orders, repairs, trade-ins and devices, the latest first. */

const nextPage = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor }

interface OwnListProps<Row> {
  label: string
  query: {
    data: { pages: OwnPage<Row>[] } | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
    hasNextPage?: boolean
    isFetchingNextPage?: boolean
    fetchNextPage?: () => unknown
  }
  rowId: (row: Row) => string
  render: (row: Row) => ReactNode
  /** Said of an empty list, and where that leads. */
  empty: { text: string; label: string; href: string }
  /** Said beneath the list, also beneath an empty one. */
  further?: ReactNode
}

function OwnList<Row>({ label, query, rowId, render, empty, further }: OwnListProps<Row>) {
  const rows = query.data?.pages.flatMap((page) => page.rows)
  if (!rows) {
    return query.isError ? (
      <LoadFailure
        message={`${label} could not be loaded`}
        reason={serverMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
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
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          busy={query.isFetchingNextPage === true}
          onClick={() => query.fetchNextPage?.()}
        >
          Show earlier ones
        </Button>
      )}
    </>
  )
}

interface RowProps {
  number: string
  /** Where the number leads; nowhere where there is no more to see. */
  href?: string
  status: keyof typeof statusTones
  createdAt: Date
  amount: string
  /** 'yyyy-mm-dd': by when it shall be done. */
  expectedBy?: string | null
  /** Messages that one has not read. */
  unreadMessages?: number
  children?: ReactNode
}

function Row({ number, href, status, createdAt, amount, expectedBy, unreadMessages = 0, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere text-ink">
          {href === undefined ? (
            number
          ) : (
            <Link href={href} prefetch={false} className="underline underline-offset-4">
              {number}
            </Link>
          )}
        </p>
        {children}
        <p className="text-sm text-ink-subtle">
          {formatDate(createdAt)}
          {expectedBy && `, expected by ${formatDate(new Date(`${expectedBy}T12:00:00Z`))}`}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <UnreadMark count={unreadMessages} />
        <span className="font-medium text-ink tabular-nums">{amount}</span>
        <Badge tone={statusTones[status]}>{capitalised(status)}</Badge>
      </div>
    </div>
  )
}

const Device = ({ info }: { info: Parameters<typeof deviceName>[0] }) => (
  <p className="text-sm wrap-anywhere text-ink-muted">{deviceName(info)}</p>
)

/** To what was opened with another address, which no account shows. */
const byNumber = (
  <p className="mt-4 text-sm text-ink-muted">
    Is one missing that you opened with another email address?{' '}
    <Link href={paths.track} prefetch={false} className="font-medium text-ink underline underline-offset-4">
      Follow it by its number
    </Link>
  </p>
)

export function OwnOrders() {
  const query = trpc.account.orders.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Orders"
      query={query}
      rowId={({ id }) => id}
      render={({ orderNumber, status, createdAt, totalAmount }) => (
        <Row
          number={orderNumber}
          href={ownPageOf('orders', orderNumber)}
          status={status}
          createdAt={createdAt}
          amount={formatEuro(totalAmount)}
        />
      )}
      empty={{ text: 'You have not ordered anything with this account yet.', label: 'Browse products', href: paths.products }}
    />
  )
}

export function OwnRepairs() {
  const query = trpc.account.repairs.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Repairs"
      query={query}
      rowId={({ id }) => id}
      render={({ repairNumber, deviceInfo, estimatedCost, actualCost, ...row }) => (
        <Row
          {...row}
          number={repairNumber}
          href={ownPageOf('repairs', repairNumber)}
          amount={formatSettled(actualCost, estimatedCost)}
          expectedBy={openDueOn(row, activeRepairStatuses)}
        >
          <Device info={deviceInfo} />
        </Row>
      )}
      empty={{ text: 'You have no repairs with us.', label: 'See our repair services', href: paths.repair }}
      further={byNumber}
    />
  )
}

export function OwnTradeIns() {
  const query = trpc.account.tradeIns.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Trade-ins"
      query={query}
      rowId={({ id }) => id}
      render={({ tradeInNumber, deviceInfo, estimatedValue, finalValue, ...row }) => (
        <Row
          {...row}
          number={tradeInNumber}
          href={ownPageOf('tradeIns', tradeInNumber)}
          amount={formatSettled(finalValue, estimatedValue)}
          expectedBy={openDueOn(row, pendingTradeInStatuses)}
        >
          <Device info={deviceInfo} />
        </Row>
      )}
      empty={{ text: 'You have no trade-ins with us.', label: 'Work out what a miner is worth', href: paths.tradeIn }}
      further={byNumber}
    />
  )
}

export function OwnConversations() {
  const query = trpc.account.conversations.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Conversations"
      query={query}
      rowId={({ id }) => id}
      render={({ noun, number, deviceInfo, side, excerpt, createdAt, unread }) => (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere text-ink">
              <Link href={`${ownPageOf(noun, number)}#messages`} prefetch={false} className="underline underline-offset-4">
                {noun === 'repairs' ? 'Repair' : 'Trade-in'} {number}
              </Link>
            </p>
            <Device info={deviceInfo} />
            <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-ink">
              <span className="text-ink-muted">{side === 'desk' ? 'Repair desk: ' : 'You: '}</span>
              {excerpt || 'Pictures'}
            </p>
            <p className="text-sm text-ink-subtle">{formatDateTime(createdAt)}</p>
          </div>
          <UnreadMark count={unread} />
        </div>
      )}
      empty={{
        text: 'Nothing has been written yet. On the page of each repair and trade-in you can write to our repair desk.',
        label: 'See your repairs',
        href: `${paths.account}/repairs`,
      }}
    />
  )
}

export function OwnDevices() {
  const { data, ...query } = trpc.account.devices.useQuery()
  return (
    <OwnList
      label="Devices"
      query={{ ...query, data: data && { pages: [data] } }}
      rowId={({ serialNumber }) => serialNumber}
      render={({ serialNumber, manufacturer, model, cases }) => (
        <>
          <p className="font-semibold wrap-anywhere text-ink">{`${manufacturer} ${model}`.trim() || 'Unknown device'}</p>
          <p className="text-sm wrap-anywhere text-ink-muted">Serial number {serialNumber}</p>
          <ul aria-label={`What happened to ${serialNumber}`} className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
            {cases.map(({ id, noun, number, status, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <Link
                  href={ownPageOf(noun, number)}
                  prefetch={false}
                  className="font-medium wrap-anywhere text-ink underline underline-offset-4"
                >
                  {noun === 'repairs' ? 'Repair' : 'Trade-in'} {number}
                </Link>
                <Badge tone={statusTones[status]}>{capitalised(status)}</Badge>
                <span className="text-ink-subtle">{formatDate(createdAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      empty={{
        text: 'No device with a serial number has been here yet. It appears with your first repair or trade-in that names one.',
        label: 'See our repair services',
        href: paths.repair,
      }}
    />
  )
}
