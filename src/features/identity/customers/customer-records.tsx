import { OfficeLink } from '~/components/admin-list/office-link'
import type { ReactNode } from 'react'
import { DateText, RelativeTime, StatusBadge } from '~/components/admin-list/cells'
import { adminPaths } from '~/components/layouts/admin-nav'
import { SumList } from '~/components/admin-list/sum-list'
import { RecordSection } from '~/components/layouts/record-page'
import { deviceName } from '~/contracts/cases/device'
import type { DeviceInfo } from '~/contracts/device-info'
import { addedTo, causeText, creditEntryLabels } from '~/contracts/credit/credit-texts'
import { statusTones } from '~/contracts/statuses'
import { formatMoney } from '~/lib/currency'
import { formatEuro } from '~/lib/money'
import { formatCost, formatValue } from '~/lib/quoted-amount'
import { casePageOf, listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { browserName } from '../account/devices-section'
import { CustomerSection, nextPage, SHOWN } from './customer-section'

/** Each part loads by itself, so that a limited administrator sees the permitted ones. */

interface RecordRowProps {
  href: string
  number: string
  about: ReactNode
  at: Date
  amount: string
  status: keyof typeof statusTones
}

const RecordRow = ({ href, number, about, at, amount, status }: RecordRowProps) => (
  <>
    <span className="min-w-0 flex-1 basis-48">
      <OfficeLink href={href} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
        {number}
      </OfficeLink>
      <span className="block wrap-anywhere text-ink-muted">
        {about}
        <DateText at={at} />
      </span>
    </span>
    <span className="whitespace-nowrap text-ink tabular-nums">{amount}</span>
    <StatusBadge status={status} tone={statusTones[status]} />
  </>
)

const deviceText = (device: DeviceInfo) => `${deviceName(device)} · `

export function CustomerRepairs({ id }: { id: string }) {
  const query = trpc.customers.repairs.useInfiniteQuery({ id, limit: SHOWN }, nextPage)
  return (
    <CustomerSection
      title="Repairs"
      query={query}
      rowId={(row) => row.id}
      none="No repairs"
      render={({ repairNumber, deviceInfo, createdAt, actualCost, estimatedCost, quote, status }) => (
        <RecordRow
          href={casePageOf('repairs', repairNumber)}
          number={repairNumber}
          about={deviceText(deviceInfo)}
          at={createdAt}
          amount={formatCost(actualCost, estimatedCost, quote)}
          status={status}
        />
      )}
    />
  )
}

export function CustomerTradeIns({ id }: { id: string }) {
  const query = trpc.customers.tradeIns.useInfiniteQuery({ id, limit: SHOWN }, nextPage)
  return (
    <CustomerSection
      title="Trade-ins"
      query={query}
      rowId={(row) => row.id}
      none="No trade-ins"
      render={({ tradeInNumber, deviceInfo, createdAt, finalValue, estimatedValue, quote, status }) => (
        <RecordRow
          href={casePageOf('tradeIns', tradeInNumber)}
          number={tradeInNumber}
          about={deviceText(deviceInfo)}
          at={createdAt}
          amount={formatValue(finalValue, estimatedValue, quote)}
          status={status}
        />
      )}
    />
  )
}

export function CustomerOrders({ id }: { id: string }) {
  const query = trpc.customers.orders.useInfiniteQuery({ id, limit: SHOWN }, nextPage)
  return (
    <CustomerSection
      title="Orders"
      query={query}
      rowId={(row) => row.id}
      none="No orders"
      render={({ id: orderId, orderNumber, createdAt, totalAmount, currency, status }) => (
        <RecordRow
          href={detailsOf(listOf('orders'), orderId)}
          number={orderNumber}
          about=""
          at={createdAt}
          amount={formatMoney(totalAmount, currency)}
          status={status}
        />
      )}
    />
  )
}

export function CustomerMessages({ id }: { id: string }) {
  const query = trpc.customers.messages.useInfiniteQuery({ id, limit: SHOWN }, nextPage)
  return (
    <CustomerSection
      title="Messages"
      query={query}
      rowId={(row) => row.id}
      none="No messages"
      render={({ noun, number, side, excerpt, createdAt }) => (
        <span className="min-w-0">
          <OfficeLink
            href={`${casePageOf(noun, number)}#messages`}
            className="font-medium wrap-anywhere text-ink underline underline-offset-4"
          >
            {number}
          </OfficeLink>
          <span className="block wrap-anywhere text-ink-muted">
            {side === 'desk' ? 'We wrote: ' : 'They wrote: '}
            {excerpt || 'Pictures'}
          </span>
          <span className="block text-ink-subtle">
            <RelativeTime at={createdAt} />
          </span>
        </span>
      )}
    />
  )
}

const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${formatEuro(Math.abs(amount))}`

export function CustomerCredit({ id, search }: { id: string; search: string }) {
  const query = trpc.customers.credit.useInfiniteQuery({ id, limit: SHOWN }, nextPage)
  const latest = query.data?.pages.at(-1)
  const sums = [
    { label: 'Available', amount: latest?.balance ?? 0 },
    { label: 'Held', amount: latest?.held ?? 0 },
    { label: 'On its way', amount: latest?.pending ?? 0 },
  ]
  const head = (
    <div className="border-b border-line px-5 py-4 sm:px-6">
      <SumList sums={sums} />
      {search !== '' && (
        <p className="mt-3 text-sm">
          <OfficeLink
            href={`${adminPaths.credit}?search=${encodeURIComponent(search)}`}
            className="font-medium text-ink underline underline-offset-4"
          >
            Open the account
          </OfficeLink>
        </p>
      )}
    </div>
  )
  return (
    <CustomerSection
      title="Store credit"
      query={query}
      head={head}
      rowId={(row) => row.id}
      none="No store credit yet"
      render={(entry) => {
        const added = addedTo('available', entry)
        return (
          <>
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-ink">{creditEntryLabels[entry.kind]}</span>
              <span className="block wrap-anywhere text-ink-muted">
                {causeText(entry)} · <DateText at={entry.at} />
              </span>
            </span>
            <span className="whitespace-nowrap text-ink tabular-nums">{added === 0 ? formatEuro(entry.amount) : signed(added)}</span>
          </>
        )
      }}
    />
  )
}

/** Sessions shown; nobody is signed in in more places. */
const MOST_SESSIONS = 10

export function CustomerSessions({ id }: { id: string }) {
  const { data } = trpc.customers.sessions.useQuery({ id })
  if (!data) return null
  const { rows } = data
  const row = ({ userAgent, ip, lastSeenAt }: (typeof rows)[number]) => (
    <>
      <span className="block font-medium wrap-anywhere text-ink">{browserName(userAgent)}</span>
      <span className="block wrap-anywhere text-ink-muted">
        {ip && `${ip} · `}
        <RelativeTime at={lastSeenAt} />
      </span>
    </>
  )
  const listed = (part: typeof rows) => (
    <ul className="flex flex-col gap-3 text-sm">
      {part.map((session) => (
        <li key={session.id}>{row(session)}</li>
      ))}
    </ul>
  )
  return (
    <RecordSection title="Signed in">
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        {rows.length === 0 ? <p className="text-sm text-ink-subtle">Nowhere at the moment</p> : listed(rows.slice(0, MOST_SESSIONS))}
        {rows.length > MOST_SESSIONS && (
          <details className="text-sm">
            <summary className="w-fit cursor-pointer text-ink-muted underline-offset-4 hover:underline">All {rows.length}</summary>
            <div className="mt-3">{listed(rows.slice(MOST_SESSIONS))}</div>
          </details>
        )}
      </div>
    </RecordSection>
  )
}
