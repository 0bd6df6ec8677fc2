import { OfficeLink } from '~/components/admin-list/office-link'
import { clsx } from 'clsx/lite'
import { Banknote, ChevronRight, CircleAlert, MessageSquare } from '~/components/icons/lucide'
import { RelativeTime, StatusBadge, useMay } from '~/components/admin-list/cells'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { formatEuro } from '~/lib/money'
import { withoutBatch, trpc } from '~/trpc/client'
import { Panel, Remark } from '~/components/charts/panel'
import { dashboardMessages, useLoggedFailure } from './messages'
import { Skeleton } from '~/components/ui/loading'
import { caseNouns } from '~/contracts/case-ref'
import type { AttentionItem } from '~/contracts/office/dashboard'
import { records } from '~/contracts/records'
import { statusTones } from '~/contracts/statuses'
import { adminPaths } from '~/components/layouts/admin-nav'
import { capitalised } from '~/lib/text'
import { listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { FailedMessagesRow } from './failed-messages'

/** Polling interval, since no row changes when a page can be regenerated. */
const STALE_PAGES_POLL_MS = 30_000

/** Public pages that the server cannot regenerate. Renders nothing without any. */
function StalePages() {
  const { data, error } = trpc.dashboard.stalePages.useQuery(undefined, { ...withoutBatch, refetchInterval: STALE_PAGES_POLL_MS })
  useLoggedFailure(error, dashboardMessages.stalePagesFailed)
  if (!data || data.length === 0) return null
  return (
    <ul className="divide-y divide-line border-b border-line">
      {data.map(({ path, since, tries }) => (
        <li key={path} className="flex gap-3 px-5 py-3">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn-ink" />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere text-ink">The page {path} cannot be brought up to date</p>
            <p className="mt-0.5 text-xs text-ink-muted">
              Visitors see the last version. It first failed <RelativeTime at={since} />
              {tries > 1 && ` and ${tries - 1} more ${tries === 2 ? 'time' : 'times'} since`}; we keep trying, and the server’s log says
              why.
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const counted = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

/** Renders nothing without store credit work. */
function CreditRows() {
  const { data, error } = trpc.dashboard.credit.useQuery(undefined, withoutBatch)
  useLoggedFailure(error, dashboardMessages.creditFailed)
  if (!data) return null
  const rows = [
    ...(data.differences > 0
      ? [
          {
            title: `${counted(data.differences, 'account of store credit differs', 'accounts of store credit differ')} from the ledger`,
            href: `${adminPaths.credit}#ledger`,
            text: 'A balance or a hash does not match the entries. Nothing stops; the check of the ledger names the first wrong entry.',
          },
        ]
      : []),
    ...(data.waiting > 0
      ? [
          {
            title: 'Store credit waits for an approval',
            href: `${adminPaths.credit}#approvals`,
            text: `${counted(data.waiting, 'amount is', 'amounts are')} above the limit and need a second administrator.`,
          },
        ]
      : []),
    ...(data.undecided > 0
      ? [
          {
            title: `${counted(data.undecided, 'completed trade-in has', 'completed trade-ins have')} no store credit`,
            href: `${adminPaths.credit}#undecided`,
            text: 'We issue nothing automatically without a customer or a value, or if the trade-in was completed elsewhere: an administrator decides.',
          },
        ]
      : []),
  ]
  if (rows.length === 0) return null
  return (
    <ul className="divide-y divide-line border-b border-line">
      {rows.map(({ title, text, href }) => (
        <li key={title}>
          <OfficeLink href={href} className="group flex items-center gap-3 px-5 py-3 hover:bg-surface-muted">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0 self-start text-warn-ink" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-ink group-hover:underline">{title}</span>
              <span className="mt-0.5 block text-xs text-ink-muted">{text}</span>
            </span>
            <ChevronRight className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}

/** Renders nothing if every message is read. */
function UnreadRows() {
  const may = useMay()
  const { data, error } = trpc.cases.unread.useQuery(undefined, withoutBatch)
  useLoggedFailure(error, dashboardMessages.unreadFailed)
  const rows = caseNouns.flatMap((noun) => {
    const { one, many } = records[noun]
    const count = data?.[noun] ?? 0
    if (count === 0 || !may(noun, 'read')) return []
    return [{ noun, href: `${listOf(noun)}?messages=unread`, title: `${counted(count, `${one} has`, `${many} have`)} unread messages` }]
  })
  if (rows.length === 0) return null
  return (
    <ul className="divide-y divide-line border-b border-line">
      {rows.map(({ noun, href, title }) => (
        <li key={noun}>
          <OfficeLink href={href} className="group flex items-center gap-3 px-5 py-3 hover:bg-surface-muted">
            <MessageSquare aria-hidden="true" className="size-5 shrink-0 text-info-ink" />
            <span className="min-w-0 flex-1 font-medium text-ink group-hover:underline">{title}</span>
            <ChevronRight className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}

/** Renders nothing without debts, or without the right to read invoices. */
function OwedRow() {
  const may = useMay()
  const { data, error } = trpc.invoices.debtors.useQuery({ limit: 1 }, { ...withoutBatch, enabled: may('invoices', 'read') })
  useLoggedFailure(error, dashboardMessages.owedFailed)
  if (!data || data.totals.owed <= 0) return null
  const { owed, notDue } = data.totals
  const overdue = sumOfAmounts([owed, -notDue])
  return (
    <OfficeLink
      href={`${adminPaths.money}?tab=debtors`}
      className="group flex items-center gap-3 border-b border-line px-5 py-3 hover:bg-surface-muted"
    >
      <Banknote aria-hidden="true" className={clsx('size-5 shrink-0', overdue > 0 ? 'text-danger-ink' : 'text-ink-subtle')} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-ink group-hover:underline">
          {overdue > 0 ? `${formatEuro(overdue)} is overdue` : 'Nothing is overdue'}
        </span>
        <span className="mt-0.5 block text-xs text-ink-muted">
          {formatEuro(owed)} is owed by {counted(data.total, 'customer', 'customers')}
        </span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
    </OfficeLink>
  )
}

/** Polling interval for failed messages, which no screen changes. */
const POLL_MS = 60_000

export function AttentionList() {
  const { data, error, isFetched } = trpc.dashboard.attention.useQuery(undefined, withoutBatch)
  useLoggedFailure(error, dashboardMessages.attentionFailed)
  const may = useMay()
  const failed = trpc.outbox.failed.useQuery(undefined, { ...withoutBatch, refetchInterval: POLL_MS, enabled: may('outbox', 'read') })
  useLoggedFailure(failed.error, dashboardMessages.failedMessagesFailed)
  return (
    <Panel title="Needs attention">
      {failed.data && <FailedMessagesRow failed={failed.data} />}
      <StalePages />
      <OwedRow />
      {may('credit', 'read') && <CreditRows />}
      {may('cases', 'read') && <UnreadRows />}
      {data ? (
        <Items items={data.filter(({ noun }) => may(noun, 'read'))} hasOthers={(failed.data?.total ?? 0) > 0} />
      ) : isFetched ? (
        <Remark>{dashboardMessages.unavailable}</Remark>
      ) : (
        <ItemsSkeleton />
      )}
    </Panel>
  )
}

function Items({ items, hasOthers }: { items: readonly AttentionItem[]; hasOthers: boolean }) {
  if (items.length === 0) return <Remark>{hasOthers ? 'Nothing else is waiting' : 'Nothing is waiting'}</Remark>
  return (
    <ul className="divide-y divide-line">
      {items.map(({ noun, id, number, status, createdAt, waiting }) => (
        <li key={noun}>
          <OfficeLink
            href={detailsOf(listOf(noun), id)}
            className="group flex min-h-18 items-center gap-3 px-5 py-3 hover:bg-surface-muted"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
                <span className="wrap-anywhere tabular-nums group-hover:underline">
                  {capitalised(records[noun].one)} {number}
                </span>
                <StatusBadge status={status} tone={statusTones[status]} />
              </span>
              <span className="mt-0.5 block text-xs text-ink-muted">
                Opened <RelativeTime at={createdAt} />
                {waiting > 1 && ` · ${waiting - 1} more waiting`}
              </span>
            </span>
            <ChevronRight className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}

const ItemsSkeleton = () => (
  <div aria-hidden="true" className="divide-y divide-line">
    {Array.from({ length: 3 }, (_, index) => (
      <div key={index} className="flex min-h-18 flex-col justify-center gap-2 px-5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-28" />
      </div>
    ))}
  </div>
)
