import { OfficeLink } from '~/components/admin-list/office-link'
import { clsx } from 'clsx/lite'
import { X } from '~/components/icons/lucide'
import { type ReactNode, useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { DispatchedUnit, OrderLine, OrderLines } from '~/contracts/stock/order-lines'
import { formatMoney } from '~/lib/currency'
import { unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { ScanField } from '../scanning/scan-field'
import { lineMessages } from './use-sale-changes'
import { useScanned } from './use-scanned-units'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))
const TakeBackDialog = onDemand(() => import('./take-back-dialog').then((module) => module.TakeBackDialog))

interface DispatchLinesProps {
  orderNumber: string
  /** At the end of a line, such as a button. */
  lineActions?: ((line: OrderLine) => ReactNode) | undefined
}

/** Lines with shipped and remaining pieces, and a field for scanning units. */
export function DispatchLines({ orderNumber, lineActions }: DispatchLinesProps) {
  const maySend = useMay()('units', 'write')
  const query = trpc.orders.lines.useQuery({ number: orderNumber })
  const { data } = query
  if (!data) return query.isError ? <LoadFailure message={lineMessages.loadFailed} query={query} /> : <Skeleton className="h-32" />
  const isOpen = data.lines.some(({ left }) => left > 0)
  return (
    <div className="flex flex-col gap-5">
      <LineTable order={data} lineActions={lineActions} />
      {maySend && isOpen && <ScanUnits key={data.orderId} order={data} />}
      <SentUnits lines={data.lines} mayTakeBack={maySend} />
    </div>
  )
}

const titleOf = ({ title }: OrderLine) => title || 'Without a description'

const sentText = ({ quantity, cancelled, isScanned, sent }: OrderLine) => (isScanned ? `${sent} of ${quantity - cancelled}` : 'Not scanned')

function LineTable({ order: { lines, currency }, lineActions }: { order: OrderLines } & Pick<DispatchLinesProps, 'lineActions'>) {
  if (lines.length === 0) return <p className="text-sm text-ink-muted">This order has no lines yet.</p>
  return (
    <EntryTable<OrderLine>
      label="Lines of the order"
      rows={lines}
      rowId={({ id }) => id}
      columns={[
        {
          header: 'Line',
          cell: (line) => (
            <>
              <span className="block font-medium wrap-anywhere">{titleOf(line)}</span>
              <span className="block text-xs wrap-anywhere text-ink-muted">
                {[line.sku, line.product && line.product.name !== line.title ? line.product.name : null].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        {
          header: 'Quantity',
          align: 'end',
          cell: ({ quantity, cancelled }) => (
            <>
              {quantity}
              {cancelled > 0 && <span className="block text-xs text-ink-muted">{cancelled} cancelled</span>}
            </>
          ),
        },
        {
          header: 'Price',
          align: 'end',
          cell: ({ price, tax }) => (
            <>
              {formatMoney(price, currency)}
              {tax > 0 && <span className="block text-xs text-ink-muted">with {formatMoney(tax, currency)} tax in all</span>}
            </>
          ),
        },
        {
          header: 'Sent',
          cell: (line) => (
            <>
              <span className="block whitespace-nowrap">{sentText(line)}</span>
              {line.left > 0 && <Badge tone="warn">{line.left} left</Badge>}
            </>
          ),
        },
        ...(lineActions ? [{ header: 'Actions', align: 'end' as const, wide: true, cell: lineActions }] : []),
      ]}
    />
  )
}

function ScanUnits({ order }: { order: OrderLines }) {
  const { scanned, said, isSending, unpaid, leave, add, remove, send } = useScanned(order)
  return (
    <div className="flex flex-col gap-3">
      <ScanField label="Scan the units that leave" placeholder="Number or serial number" onCode={add} />
      <p
        role={said?.isProblem ? 'alert' : 'status'}
        className={clsx('text-sm wrap-anywhere', said?.isProblem ? 'text-danger-ink' : 'text-ink-muted')}
      >
        {said?.text}
      </p>
      {scanned.length > 0 && (
        <>
          <ul aria-label="Scanned units" className="divide-y divide-line rounded-lg border border-line">
            {scanned.map(({ unit, lineId }) => (
              <li key={unit.id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-4 text-sm">
                <span className="min-w-0">
                  <span className="font-medium text-ink">{unit.unitNumber}</span>
                  <span className="block wrap-anywhere text-ink-muted">
                    {[order.lines.find((line) => line.id === lineId)?.title, unit.serialNumber].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <IconButton
                  label={`Leave out ${unit.unitNumber}`}
                  onClick={() => remove(unit.id)}
                  className="text-ink-muted hover:text-ink"
                >
                  <X className="size-4" aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          <Button busy={isSending} onClick={() => void send()} className="self-start">
            {scanned.length === 1 ? 'Dispatch 1 unit' : `Dispatch ${scanned.length} units`}
          </Button>
          {unpaid !== undefined && (
            <ConfirmDialog
              title="Dispatch without payment?"
              message={unpaid}
              confirmLabel="Ship anyway"
              cancelLabel="Cancel"
              variant="primary"
              onConfirm={() => void send(true)}
              onCancel={leave}
            />
          )}
        </>
      )}
    </div>
  )
}

type Sent = DispatchedUnit & { title: string }

/** Dispatched units, with a way to return them. */
function SentUnits({ lines, mayTakeBack }: { lines: readonly OrderLine[]; mayTakeBack: boolean }) {
  const [back, setBack] = useState<Sent>()
  const sent = lines.flatMap((line) => line.units.map((unit) => ({ ...unit, title: titleOf(line) })))
  if (sent.length === 0) return null
  return (
    <>
      <EntryTable<Sent>
        label="Dispatched units"
        rows={sent}
        rowId={({ id }) => id}
        columns={[
          {
            header: 'Unit',
            cell: ({ unitNumber, serialNumber }) => (
              <>
                <OfficeLink href={unitPageOf(unitNumber)} className="font-medium wrap-anywhere underline underline-offset-4">
                  {unitNumber}
                </OfficeLink>
                <span className="block text-xs wrap-anywhere text-ink-muted">{serialNumber}</span>
              </>
            ),
          },
          { header: 'For', cell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
          {
            header: 'Dispatched',
            cell: ({ dispatchedAt, by }) => (
              <>
                <DateText at={dispatchedAt} />
                <span className="block text-xs wrap-anywhere text-ink-muted">{by}</span>
              </>
            ),
          },
          {
            header: 'Back',
            align: 'end',
            cell: (unit) =>
              unit.returnedAt ? (
                <DateText at={unit.returnedAt} />
              ) : (
                mayTakeBack && (
                  <Button size="sm" variant="secondary" aria-label={`Take back ${unit.unitNumber}`} onClick={() => setBack(unit)}>
                    Take back
                  </Button>
                )
              ),
          },
        ]}
      />
      {back && <TakeBackDialog id={back.id} unitNumber={back.unitNumber} onClose={() => setBack(undefined)} />}
    </>
  )
}
