import type { ReactNode } from 'react'
import Link from 'next/link'
import { UnreadMark } from '~/components/ui/unread-mark'
import { Badge } from '~/components/ui/badge'
import type { OwnRepair, OwnTradeIn } from '~/contracts/cases/own-records'
import { isUnderWarranty } from '~/contracts/repair-outcomes'
import { activeRepairStatuses, pendingTradeInStatuses, statusTones } from '~/contracts/statuses'
import { openDueOn, statusInstead } from '~/contracts/cases/lists'
import { formatDate } from '~/lib/date-text'
import { formatMoney } from '~/lib/currency'
import { formatEuro } from '~/lib/money'
import { formatCost, formatValue } from '~/lib/quoted-amount'
import { paths } from '~/lib/paths'
import { capitalised } from '~/lib/text'
import { ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { nextPage, OwnList, Device } from './own-list'

interface RowProps {
  number: string
  /** Absent if there is no page. */
  href?: string
  status: keyof typeof statusTones
  /** Replaces a misleading status. */
  instead?: string | undefined
  createdAt: Date
  amount: string
  /** 'yyyy-mm-dd'. */
  expectedBy?: string | null
  /** Unread by the reader. */
  unreadMessages?: number
  children?: ReactNode
}

function Row({ number, href, status, instead, createdAt, amount, expectedBy, unreadMessages = 0, children }: RowProps) {
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
        <Badge tone={instead === undefined ? statusTones[status] : 'neutral'}>{instead ?? capitalised(status)}</Badge>
      </div>
    </div>
  )
}

/** Link to the page of a record that no account shows. */
const byNumber = (
  <p className="mt-4 text-sm text-ink-muted">
    Is one missing because you opened it with another email address?{' '}
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
      render={({ orderNumber, status, createdAt, totalAmount, currency }) => (
        <Row
          number={orderNumber}
          href={ownPageOf('orders', orderNumber)}
          status={status}
          createdAt={createdAt}
          amount={formatMoney(totalAmount, currency)}
        />
      )}
      empty={{ text: 'You have not ordered anything with this account yet.', label: 'Browse products', href: paths.products }}
    />
  )
}

export function OwnRepairRow({ repair }: { repair: OwnRepair }) {
  const { repairNumber, deviceInfo, estimatedCost, actualCost, quote, outcome, becameTradeIn, ...row } = repair
  // Undone work is not charged, even if it was estimated.
  const isCharged = outcome === null || isUnderWarranty(outcome)
  return (
    <Row
      {...row}
      number={repairNumber}
      href={ownPageOf('repairs', repairNumber)}
      instead={statusInstead(repair)}
      amount={isCharged ? formatCost(actualCost, estimatedCost, quote) : formatEuro(actualCost ?? 0)}
      expectedBy={openDueOn(row, activeRepairStatuses)}
    >
      <Device info={deviceInfo} />
      {becameTradeIn !== null && (
        <p className="text-sm text-ink-muted">
          Now trade-in{' '}
          <Link href={ownPageOf('tradeIns', becameTradeIn)} prefetch={false} className="font-medium text-ink underline underline-offset-4">
            {becameTradeIn}
          </Link>
        </p>
      )}
    </Row>
  )
}

export function OwnTradeInRow({ tradeIn }: { tradeIn: OwnTradeIn }) {
  const { tradeInNumber, deviceInfo, estimatedValue, finalValue, quote, ...row } = tradeIn
  return (
    <Row
      {...row}
      number={tradeInNumber}
      href={ownPageOf('tradeIns', tradeInNumber)}
      amount={formatValue(finalValue, estimatedValue, quote)}
      expectedBy={openDueOn(row, pendingTradeInStatuses)}
    >
      <Device info={deviceInfo} />
    </Row>
  )
}

export function OwnRepairs() {
  const query = trpc.account.repairs.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Repairs"
      query={query}
      rowId={({ id }) => id}
      render={(repair) => <OwnRepairRow repair={repair} />}
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
      render={(tradeIn) => <OwnTradeInRow tradeIn={tradeIn} />}
      empty={{ text: 'You have no trade-ins with us.', label: 'Work out what a miner is worth', href: paths.tradeIn }}
      further={byNumber}
    />
  )
}
