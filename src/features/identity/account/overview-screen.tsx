import Link from 'next/link'
import { useId, type ReactNode } from 'react'
import { caseNames } from '~/contracts/case-ref'
import { UnreadMark } from '~/components/ui/unread-mark'
import { Card } from '~/components/ui/card'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { OwnPage, OwnTask } from '~/contracts/cases/own-records'
import { formatDateTime } from '~/lib/date-text'
import { deviceName } from '~/contracts/cases/device'
import { formatEuro } from '~/lib/money'
import { ToPay } from '~/features/billing/bill-parts'
import { paths } from '~/lib/paths'
import { ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { OwnRepairRow, OwnTradeInRow } from './own-records'

export function OverviewScreen() {
  const overview = trpc.account.overview.useQuery()
  const { data } = overview
  if (!data) {
    return overview.isError ? (
      <LoadFailure message="Your overview could not be loaded" query={overview} />
    ) : (
      <div role="status" aria-label="Loading" className="flex flex-col gap-6">
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <Part title="Waiting for you">
          {data.tasks.length === 0 ? (
            <Card>
              <p className="text-ink-muted">There is nothing for you to decide. We will email you as soon as there is.</p>
            </Card>
          ) : (
            <ul className="flex flex-col gap-3">
              {data.tasks.map((task) => (
                <li key={task.id} className="rounded-card border border-accent-line bg-surface p-5 shadow-card">
                  <Task task={task} />
                </li>
              ))}
            </ul>
          )}
        </Part>
        <OpenCases
          title="Open repairs"
          page={data.repairs}
          render={(repair) => <OwnRepairRow repair={repair} />}
          all={{ label: 'All repairs', href: `${paths.account}/repairs` }}
          empty={{ text: 'You have no repair with us at the moment.', label: 'See our repair services', href: paths.repair }}
        />
        <OpenCases
          title="Open trade-ins"
          page={data.tradeIns}
          render={(tradeIn) => <OwnTradeInRow tradeIn={tradeIn} />}
          all={{ label: 'All trade-ins', href: `${paths.account}/trade-ins` }}
          empty={{ text: 'You have no trade-in with us at the moment.', label: 'Work out what a miner is worth', href: paths.tradeIn }}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <ToPay />
        <Credit />
        <Messages />
        <Part title="Your account">
          <Card>
            <p className="text-ink-muted">Your name, which emails you get, your password, second factor and devices.</p>
            <More href={paths.profile}>Profile and security</More>
          </Card>
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-4 text-lg font-semibold text-ink">
        {title}
      </h2>
      {children}
    </section>
  )
}

const More = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="mt-3 inline-flex min-h-9 w-fit items-center text-sm font-medium text-ink underline underline-offset-4"
  >
    {children}
  </Link>
)

/** Text of a task, and label of its link. */
function wordsOf({ kind, noun, number, amount, unread }: OwnTask): { what: string; label: string; hash: string } {
  const name = `${caseNames[noun].toLowerCase()} ${number}`
  const total = formatEuro(amount ?? 0)
  switch (kind) {
    case 'estimate':
      return { what: `Answer our estimate of ${total} for ${name}`, label: 'Answer the estimate', hash: '' }
    case 'offer':
      return { what: `Answer our offer of ${total} of store credit for ${name}`, label: 'Answer the offer', hash: '' }
    case 'messages':
      return {
        what: unread === 1 ? `Read a new message about ${name}` : `Read ${unread ?? 0} new messages about ${name}`,
        label: 'Read',
        hash: '#messages',
      }
    case 'parcel':
      return { what: `Send us the machine of ${name}`, label: 'Send it', hash: '' }
  }
}

function Task({ task }: { task: OwnTask }) {
  const { what, label, hash } = wordsOf(task)
  const { noun, number, deviceInfo, kind, until } = task
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere text-ink">{what}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          {deviceName(deviceInfo)}
          {until && `, until ${formatDateTime(until)}`}
          {kind === 'parcel' && ': the address and the packing slip are on its page.'}
        </p>
      </div>
      <LinkButton
        href={`${ownPageOf(noun, number)}${hash}`}
        size="sm"
        variant={kind === 'estimate' || kind === 'offer' ? 'primary' : 'secondary'}
      >
        {label}
        <span className="sr-only">: {number}</span>
      </LinkButton>
    </div>
  )
}

interface OpenCasesProps<Row> {
  title: string
  page: OwnPage<Row>
  render: (row: Row) => ReactNode
  all: { label: string; href: string }
  empty: { text: string; label: string; href: string }
}

function OpenCases<Row extends { id: string }>({ title, page: { rows, total }, render, all, empty }: OpenCasesProps<Row>) {
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <Card className="flex flex-col items-start gap-4">
          <p className="text-ink-muted">{empty.text}</p>
          <LinkButton href={empty.href} variant="secondary" size="sm">
            {empty.label}
          </LinkButton>
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {rows.map((row) => (
            <li key={row.id} className="rounded-card border border-line bg-surface p-5 shadow-card">
              {render(row)}
            </li>
          ))}
        </ul>
      )}
      <More href={all.href}>{total > rows.length ? `${all.label}: ${total} are open` : all.label}</More>
    </Part>
  )
}

function Credit() {
  const balance = trpc.credit.balance.useQuery()
  const { data } = balance
  return (
    <Part title="Store credit">
      {data ? (
        <Card>
          <p className="text-2xl font-semibold text-ink tabular-nums">{formatEuro(data.balance)}</p>
          {data.held > 0 && <p className="text-sm text-ink-muted">{formatEuro(data.held)} of it is held for payments.</p>}
          {data.pending > 0 && <p className="text-sm text-ink-muted">{formatEuro(data.pending)} more is to come.</p>}
          <More href={`${paths.account}/credit`}>See where it came from</More>
        </Card>
      ) : balance.isError ? (
        <LoadFailure message="Your store credit could not be loaded" query={balance} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </Part>
  )
}

/** Conversations named one by one. */
const MOST_NAMED = 3

function Messages() {
  const conversations = trpc.account.conversations.useQuery({ limit: MOST_NAMED })
  const { data } = conversations
  return (
    <Part title="Messages">
      {data ? (
        <Card>
          {data.rows.length === 0 ? (
            <p className="text-ink-muted">No messages yet. You can write to us on the page of each repair or trade-in.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {data.rows.map(({ id, noun, number, side, excerpt, unread }) => (
                <li key={id}>
                  <p className="flex flex-wrap items-center gap-2">
                    <Link
                      href={`${ownPageOf(noun, number)}#messages`}
                      prefetch={false}
                      className="font-medium wrap-anywhere text-ink underline underline-offset-4"
                    >
                      {caseNames[noun]} {number}
                    </Link>
                    <UnreadMark count={unread} />
                  </p>
                  <p className="line-clamp-2 text-sm wrap-anywhere text-ink-muted">
                    {side === 'desk' ? 'Our team: ' : 'You: '}
                    {excerpt || 'Pictures'}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <More href={`${paths.account}/messages`}>All messages</More>
        </Card>
      ) : conversations.isError ? (
        <LoadFailure message="Your messages could not be loaded" query={conversations} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </Part>
  )
}
