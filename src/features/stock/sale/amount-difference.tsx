import { useMay } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import type { OrderLine } from '~/contracts/stock/order-lines'
import type { Order } from '~/contracts/stock/orders'
import { amountOfLines, whyAmountDiffers, type AmountDifference as Difference } from '~/contracts/stock/sales'
import { formatMoney } from '~/lib/currency'
import { trpc } from '~/trpc/client'
import { useSaleChanges } from './use-sale-changes'

const why: Record<Difference, string> = {
  platform: 'The shop platform adds delivery to its orders and takes discounts off, which are no lines.',
  cancelled: 'The amount is as it was ordered, before pieces were cancelled.',
  apart: 'The amount was given apart from the lines, or the lines have changed since.',
}

interface AmountDifferenceProps {
  order: Pick<Order, 'id' | 'version' | 'totalAmount' | 'currency'>
  lines: readonly OrderLine[]
}

/** Says why the amount of an order is not that of its lines, and makes it so. Renders nothing where they agree. */
export function AmountDifference({ order: { id, version, totalAmount, currency }, lines }: AmountDifferenceProps) {
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
