import Link from 'next/link'
import { useRouter } from 'next/router'
import { useState, type ReactNode } from 'react'
import { StatusBadge } from '~/components/admin-list/cells'
import { FormNote } from '~/components/form/form-note'
import { isMissing, serverMessage } from '~/components/form/server-errors'
import { HashTarget } from '~/components/layouts/hash-target'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { ParcelLink } from '~/components/ui/parcel-link'
import { parcelPage } from '~/contracts/carriers'
import { statusTones } from '~/contracts/statuses'
import type { TrackedOrder } from '~/contracts/stock/checkout'
import { amountOfLines } from '~/contracts/stock/sales'
import { TransferDetails } from '~/features/billing/bill-parts'
import { formatDate, formatDateTime } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { parcelText } from '~/lib/parcel-text'
import { ORDER_HEADING, ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { TrpcProvider } from '~/trpc/provider'

export function LinkedOrder(props: { token: string; linkForm: ReactNode }) {
  return (
    <TrpcProvider>
      <FollowedOrder {...props} />
    </TrpcProvider>
  )
}

/** Preloads parts that would move the page; a failed one reports itself in its place. */
export const prepareOrder = (): Promise<unknown> => TransferDetails.prepare().catch(() => undefined)

/** Polling interval while a payment is expected (ms). */
const LOOK_AGAIN_MS = 5_000

function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Container className="flex min-h-96 max-w-3xl flex-col gap-5 py-10 sm:py-14">
      <h1 className="text-3xl font-semibold tracking-tight text-ink">This link does not work</h1>
      <p role="alert" className="text-ink-muted">
        It was copied only in part, or its order is not kept any more. Enter the number of your order, and we email you a new one.
      </p>
      <div className="max-w-xl">{children}</div>
    </Container>
  )
}

export function FollowedOrder({ token, linkForm }: { token: string; linkForm: ReactNode }) {
  // Stripe returns here with this parameter: the payment is on its way.
  const isBack = useRouter().query.paid !== undefined
  const query = trpc.orders.tracked.useQuery(
    { token },
    {
      refetchInterval: ({ state }) =>
        isBack && state.data?.standing !== 'agreed' && state.data?.standing !== 'short' ? LOOK_AGAIN_MS : false,
    },
  )
  const { data: order } = query
  if (isMissing(query.error)) return <DeadLink>{linkForm}</DeadLink>
  if (!order)
    return (
      <Container className="flex max-w-3xl flex-col gap-6 py-10 sm:py-14">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">Your order</h1>
        {query.isError ? (
          <LoadFailure message={serverMessage(query.error) ?? 'The order could not be loaded'} query={query} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </Container>
    )
  return (
    <Container className="flex max-w-3xl flex-col gap-6 py-10 sm:py-14">
      <HashTarget id={ORDER_HEADING} className="flex scroll-mt-20 flex-wrap items-center gap-3 outline-none">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">Order {order.number}</h1>
        <StatusBadge status={order.status} tone={statusTones[order.status]} />
      </HashTarget>
      <p className="text-ink">{standingText(order, isBack)}</p>
      <ToPay order={order} token={token} isBack={isBack} />
      <Ordered order={order} />
    </Container>
  )
}

function standingText(
  { standing, heldUntil, lapsesAt, hasLapsed, paid, credit, total, payment, ways, status }: TrackedOrder,
  isBack: boolean,
): string {
  if (standing === 'cancelled') {
    if (paid > 0) return 'This order is cancelled. We pay your money back, or contact you.'
    return hasLapsed ? 'This order is cancelled, because no money has come for it. You owe nothing.' : 'This order is cancelled.'
  }
  if (standing === 'short')
    return 'Your payment has come, but not all of the goods are in stock any more. We contact you about another delivery day, or pay your money back.'
  if (standing === 'agreed') {
    if (status === 'completed') return 'Your order is on its way, or with you.'
    return ways.amount > 0 ? 'We are preparing your order.' : 'Thank you: your order is paid, and we are preparing it.'
  }
  if (isBack || paid + credit >= total) return 'Thank you. Your payment is on its way to us: this page says so once it is here.'
  const way = payment === 'card' ? 'We keep the goods for you' : 'We keep the goods for you until your money is here, at most'
  const kept =
    standing === 'held' && heldUntil
      ? `${way} until ${formatDateTime(heldUntil)}.`
      : 'The time for which we kept the goods is over. You can still pay as long as they are in stock.'
  return lapsesAt ? `${kept} If no money has come by ${formatDate(lapsesAt)}, we cancel the order, and you owe nothing.` : kept
}

function ToPay({ order: { number, ways, standing, payment }, token, isBack }: { order: TrackedOrder; token: string; isBack: boolean }) {
  const [refusal, setRefusal] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const pay = trpc.orders.payTracked.useMutation()
  // A payment on its way is not asked for again.
  if (ways.amount <= 0 || isBack || standing === 'cancelled' || standing === 'short') return null
  const start = async () => {
    setRefusal('')
    setLeaving(true)
    try {
      window.location.assign((await pay.mutateAsync({ token })).url)
    } catch (error) {
      setLeaving(false)
      setRefusal(serverMessage(error) ?? 'The payment page could not be opened. Please try again.')
    }
  }
  const transfer = ways.transfer && <TransferDetails transfer={ways.transfer} amount={ways.amount} />
  return (
    <RecordSection title="To pay">
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        <p className="text-2xl font-semibold text-ink tabular-nums">{formatEuro(ways.amount)}</p>
        {payment === 'transfer' && transfer}
        {ways.card && (
          <Button
            variant={payment === 'transfer' ? 'secondary' : 'primary'}
            busy={isLeaving}
            onClick={() => void start()}
            className="self-start"
          >
            Pay {formatEuro(ways.amount)} by card
          </Button>
        )}
        <div aria-live="polite" className="empty:hidden">
          {refusal !== '' && <FormNote tone="warn">{refusal}</FormNote>}
        </div>
        {payment === 'card' && transfer && standing === 'held' && (
          <details className="text-sm">
            <summary className="cursor-pointer font-medium text-ink underline underline-offset-4">Pay by bank transfer instead</summary>
            <div className="mt-3">{transfer}</div>
          </details>
        )}
        <p className="text-sm text-ink-muted">
          Have you store credit? Sign in with the email address of this order, and pay with it{' '}
          <Link href={ownPageOf('orders', number)} prefetch={false} className="font-medium text-ink underline underline-offset-4">
            on the order’s page in your account
          </Link>
          .
        </p>
      </div>
    </RecordSection>
  )
}

function Ordered({
  order: { lines, total, paid, credit, payment, deliveryAddress, fullName, placedAt, ...parcel },
}: {
  order: TrackedOrder
}) {
  // Most people begin the address with their name, as its field asks.
  const receiver = deliveryAddress?.includes(fullName ?? '') ? deliveryAddress : [fullName, deliveryAddress].filter(Boolean).join('\n')
  const sent = parcelText(parcel)
  return (
    <RecordSection title="What you have ordered">
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        <ul className="flex flex-col divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 py-3 text-sm text-ink first:pt-0">
              <span className="wrap-anywhere">
                {line.quantity} × {line.title}
                {line.units.length > 0 && (
                  <span className="block text-ink-muted">
                    {line.units.map(({ unitNumber, serialNumber }) => serialNumber ?? unitNumber).join(', ')}
                  </span>
                )}
              </span>
              <span className="tabular-nums">{formatEuro(amountOfLines([line]))}</span>
            </li>
          ))}
        </ul>
        <p className="flex justify-between gap-4 border-t border-line pt-4 font-semibold text-ink">
          <span>{lines.some(({ tax }) => tax > 0) ? 'Total, with VAT' : 'Total'}</span>
          <span className="tabular-nums">{formatEuro(total)}</span>
        </p>
        {paid > 0 && (
          <p className="flex justify-between gap-4 text-ink">
            <span>Paid</span>
            <span className="tabular-nums">{formatEuro(paid)}</span>
          </p>
        )}
        {credit > 0 && (
          <p className="flex justify-between gap-4 text-ink">
            <span>Store credit</span>
            <span className="tabular-nums">{formatEuro(credit)}</span>
          </p>
        )}
        {(paid > 0 || payment === 'transfer') && (
          <p className="text-sm text-ink-muted">The invoice and each receipt are attached to our emails, as PDF.</p>
        )}
        <dl className="grid gap-4 text-sm sm:grid-cols-2">
          <div>
            <dt className="text-ink-muted">Goes to</dt>
            <dd className="whitespace-pre-line text-ink">{receiver}</dd>
          </div>
          {sent !== null && (
            <div>
              <dt className="text-ink-muted">Parcel</dt>
              <dd className="wrap-anywhere whitespace-pre-line text-ink">
                {sent}
                <span className="block">
                  <ParcelLink page={parcelPage(parcel)} />
                </span>
              </dd>
            </div>
          )}
          <div>
            <dt className="text-ink-muted">Ordered</dt>
            <dd className="text-ink">{formatDateTime(placedAt)}</dd>
          </div>
        </dl>
      </div>
    </RecordSection>
  )
}
