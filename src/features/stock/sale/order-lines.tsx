import { Pencil, Plus, Trash2 } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { IconButton } from '~/components/ui/icon-button'
import { onDemand } from '~/components/ui/on-demand'
import type { OrderLine } from '~/contracts/stock/order-lines'
import type { Order } from '~/contracts/stock/orders'
import { trpc } from '~/trpc/client'
import { DispatchLines } from './dispatch-lines'
import { lineMessages, useSaleChanges } from './use-sale-changes'
import { useMay } from '~/components/admin-list/cells'
import { amountOfLines, whyAmountDiffers, type AmountDifference as Difference } from '~/contracts/stock/sales'
import { formatMoney } from '~/lib/currency'

const why: Record<Difference, string> = {
  platform: 'The shop platform adds delivery to its orders and takes discounts off, which are no lines.',
  cancelled: 'The amount is as it was ordered, before pieces were cancelled.',
  apart: 'The amount was given apart from the lines, or the lines have changed since.',
}

interface AmountDifferenceProps {
  order: Pick<Order, 'id' | 'version' | 'totalAmount' | 'currency'>
  lines: readonly OrderLine[]
}

/** Explains a difference between amount and lines, with a button that fixes it. Renders nothing without one. */
function AmountDifference({ order: { id, version, totalAmount, currency }, lines }: AmountDifferenceProps) {
  const may = useMay()
  const utils = trpc.useUtils()
  const { done, failed } = useSaleChanges()
  const fit = trpc.orders.fitAmount.useMutation()
  const reason = whyAmountDiffers(totalAmount, lines)
  if (reason === null) return null
  const sum = formatMoney(amountOfLines(lines), currency)
  const change = () =>
    fit.mutate(
      { id, version },
      {
        onSuccess: () => {
          done(`Amount set to ${sum}`)
          void utils.invoices.invalidate()
        },
        onError: (error) => failed('Failed to save order', error),
      },
    )
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-soft p-3 text-sm text-warn-ink">
      <p className="min-w-0 flex-1 basis-64">
        The lines come to {sum}, the order’s amount is {formatMoney(totalAmount, currency)}. {why[reason]}
      </p>
      {reason !== 'platform' && may('orders', 'write') && (
        <Button variant="secondary" size="sm" busy={fit.isPending} onClick={change}>
          Set the amount to {sum}
        </Button>
      )}
    </div>
  )
}

const dialogs = () => import('./line-dialogs')
const AddLineDialog = onDemand(() => dialogs().then((module) => module.AddLineDialog))
const EditLineDialog = onDemand(() => dialogs().then((module) => module.EditLineDialog))

type Dialog = { kind: 'add' } | { kind: 'edit' | 'remove'; line: OrderLine }

/** Order lines with their dispatches, editable. */
export function OrderLines({
  order: { id, version, orderNumber, totalAmount, currency },
}: {
  order: Pick<Order, 'id' | 'version' | 'orderNumber' | 'totalAmount' | 'currency'>
}) {
  const heading = useId()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const mayWrite = useMay()('orders', 'write')
  const { data } = trpc.orders.lines.useQuery({ number: orderNumber })
  const actions = (line: OrderLine) => {
    const name = line.title || 'the line'
    return (
      <span className="inline-flex whitespace-nowrap">
        <IconButton
          label={`Edit ${name}`}
          onClick={() => setDialog({ kind: 'edit', line })}
          className="-my-1.5 text-ink-muted hover:text-ink"
        >
          <Pencil className="size-4" aria-hidden="true" />
        </IconButton>
        {!line.isFromPlatform && line.units.length === 0 && (
          <IconButton
            label={`Remove ${name}`}
            onClick={() => setDialog({ kind: 'remove', line })}
            className="-my-1.5 text-ink-muted hover:text-danger-ink"
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </span>
    )
  }
  return (
    <section aria-labelledby={heading} className="border-t border-line pt-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="text-sm font-semibold text-ink">
          Lines
        </h3>
        {mayWrite && (
          <Button variant="secondary" size="sm" onClick={() => setDialog({ kind: 'add' })}>
            <Plus className="size-4" aria-hidden="true" />
            Add line
          </Button>
        )}
      </div>
      <DispatchLines orderNumber={orderNumber} lineActions={mayWrite ? actions : undefined} />
      {data && <AmountDifference order={{ id, version, totalAmount, currency }} lines={data.lines} />}
      {dialog?.kind === 'add' && <AddLineDialog orderId={id} onClose={close} />}
      {dialog?.kind === 'edit' && <EditLineDialog orderNumber={orderNumber} line={dialog.line} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveLine line={dialog.line} onClose={close} />}
    </section>
  )
}

function RemoveLine({ line, onClose }: { line: OrderLine; onClose: () => void }) {
  const { done, failed } = useSaleChanges()
  const remove = trpc.orders.removeLine.useMutation()
  const confirm = () =>
    remove.mutate(
      { id: line.id },
      {
        onSuccess: () => {
          done('Line removed successfully')
          onClose()
        },
        onError: (error) => failed(lineMessages.saveFailed, error),
      },
    )
  return (
    <ConfirmDialog
      title="Remove line"
      message={`${line.quantity} × ${line.title || 'Without a description'} leaves the order. Its amount stays as it is.`}
      confirmLabel="Remove"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
