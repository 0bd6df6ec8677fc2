import { useId, useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { DetailList } from '~/components/admin-list/detail-list'
import { FormNote } from '~/components/form/form-note'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { ParcelLink } from '~/components/ui/parcel-link'
import { parcelPage } from '~/contracts/carriers'
import type { Order } from '~/contracts/stock/orders'
import type { SaleStanding } from '~/contracts/stock/checkout'
import { formatDateTime } from '~/lib/date-text'
import { parcelText } from '~/lib/parcel-text'
import { trpc } from '~/trpc/client'
import { useSaleChanges } from './use-sale-changes'

const ParcelDialog = onDemand(() => import('./parcel-dialog').then((module) => module.ParcelDialog))

const words: Record<SaleStanding, string> = {
  held: 'Its stock is held',
  ended: 'Its stock is held no longer: nobody has paid in time',
  agreed: 'Its stock is the customer’s',
  short: 'It is paid, and not all of it is in stock',
  cancelled: 'It holds no stock',
}

/** Stock and destination of an order sold here. Renders nothing for other orders. */
export function SaleSection({ order: { id, status, version } }: { order: Pick<Order, 'id' | 'status' | 'version'> }) {
  const [isNoting, setNoting] = useState(false)
  const heading = useId()
  const may = useMay()
  const { done, failed } = useSaleChanges()
  const { data: sale } = trpc.orders.sale.useQuery({ id })
  const supply = trpc.orders.supply.useMutation()
  if (!sale) return null
  const { channel, standing, heldUntil, remindedAt, lapsesAt, lapsedAt, fullName, email, phone, deliveryAddress } = sale
  const parcel = parcelText(sale)
  const until = standing === 'held' && heldUntil ? ` until ${formatDateTime(heldUntil)}` : ''
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={heading} className="text-sm font-semibold text-ink">
        {channel === 'counter' ? 'Sold at the counter' : 'Ordered at the checkout'}
      </h3>
      {standing === 'short' && (
        <FormNote tone="warn">
          <p>The money came after the stock was sold to others. Deliver it once the goods are there, or pay the money back on its bill.</p>
          {may('orders', 'write') && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              busy={supply.isPending}
              onClick={() =>
                supply.mutate(
                  { id },
                  { onSuccess: () => done('The order has its stock'), onError: (error) => failed('Failed to save order', error) },
                )
              }
            >
              It is in stock again
            </Button>
          )}
        </FormNote>
      )}
      <DetailList
        items={[
          { label: 'Stock', value: `${words[standing]}${until}` },
          ...(lapsedAt ? [{ label: 'Cancelled by itself', value: `${formatDateTime(lapsedAt)}, because nobody had paid` }] : []),
          ...(remindedAt && lapsesAt
            ? [
                {
                  label: 'Not paid',
                  value: `Reminded ${formatDateTime(remindedAt)}. Cancelled ${formatDateTime(lapsesAt)} if no money comes`,
                },
              ]
            : []),
          ...(deliveryAddress ? [{ label: 'Goes to', value: <span className="whitespace-pre-line">{deliveryAddress}</span> }] : []),
          ...(parcel === null
            ? []
            : [
                {
                  label: 'Parcel',
                  value: (
                    <>
                      <span className="block whitespace-pre-line">{parcel}</span>
                      <ParcelLink page={parcelPage(sale)} />
                    </>
                  ),
                },
              ]),
          ...(fullName || email ? [{ label: 'As typed', value: [fullName, email, phone].filter(Boolean).join(', ') }] : []),
        ]}
      />
      {channel === 'checkout' && may('orders', 'write') && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setNoting(true)}>
          {parcel === null ? 'Note the parcel' : 'Change the parcel'}
        </Button>
      )}
      {isNoting && <ParcelDialog order={{ id, status, version }} sale={sale} onClose={() => setNoting(false)} />}
    </section>
  )
}
