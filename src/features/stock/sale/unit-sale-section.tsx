import { OfficeLink } from '~/components/admin-list/office-link'
import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import type { ProductChoice, UnitSale } from '~/contracts/stock/order-lines'
import type { Unit, UnitPage } from '~/contracts/stock/units'
import { listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { UnitProduct } from './product-choice'
import { useSaleChanges } from './use-sale-changes'

const TakeBackDialog = onDemand(() => import('./take-back-dialog').then((module) => module.TakeBackDialog))

interface UnitSaleProps {
  page: Pick<UnitPage, 'unit' | 'product'>
  mayWrite: boolean
}

/** The product that lists the unit, and its orders. Renders nothing for a customer's machine that was never sold here. */
export function UnitSaleSection({ page, mayWrite }: UnitSaleProps) {
  const { unit, product } = page
  const query = trpc.units.sales.useQuery({ id: unit.id })
  const sales = query.data ?? []
  if (unit.owner === 'customer' && sales.length === 0) return null
  return (
    <RecordSection title="Sale">
      <div className="flex flex-col gap-5 p-5 text-sm sm:px-6">
        {unit.state === 'listed' ? (
          <Listed unit={unit} product={product} mayWrite={mayWrite} />
        ) : unit.state === 'ready' ? (
          mayWrite && <Offer unit={unit} />
        ) : (
          unit.owner === 'company' && <p className="text-ink-muted">It can be listed under a product once it is ready.</p>
        )}
        {query.isError && <LoadFailure message="Failed to fetch the sales of the unit" query={query} />}
        {sales.length > 0 && <Sales unit={unit} sales={sales} mayWrite={mayWrite} />}
      </div>
    </RecordSection>
  )
}

function Listed({ unit, product, mayWrite }: UnitSaleProps['page'] & { mayWrite: boolean }) {
  const [moves, setMoves] = useState(false)
  const { done, failed } = useSaleChanges()
  const withdraw = trpc.units.withdraw.useMutation()
  const take = async () => {
    try {
      await withdraw.mutateAsync({ id: unit.id, version: unit.version })
      done('No longer listed', unit.unitNumber)
    } catch (error) {
      failed('Failed to withdraw the unit', error, unit.unitNumber)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere text-ink">
          Listed under <span className="font-medium">{product?.name ?? 'a product'}</span>
        </p>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => setMoves(!moves)} aria-expanded={moves}>
              Another product
            </Button>
            <Button size="sm" variant="secondary" busy={withdraw.isPending} onClick={() => void take()}>
              Withdraw
            </Button>
          </div>
        )}
      </div>
      {moves && <Offer unit={unit} onDone={() => setMoves(false)} />}
    </>
  )
}

/** Effect of listing on the product. */
const consequence = ({ stockQuantity, tracksUnits, isActive }: ProductChoice) =>
  [
    tracksUnits ? 'Its stock goes up by one.' : `Its stock, ${stockQuantity} now, will be the number of units that are listed under it.`,
    isActive ? '' : 'It is not shown in the shop.',
  ]
    .filter(Boolean)
    .join(' ')

function Offer({ unit, onDone }: { unit: Unit; onDone?: () => void }) {
  const [chosen, setChosen] = useState<ProductChoice>()
  const { done, failed } = useSaleChanges()
  const offer = trpc.units.offer.useMutation()
  const list = async (product: ProductChoice) => {
    try {
      await offer.mutateAsync({ id: unit.id, productId: product.id, version: unit.version })
      done(`Listed under ${product.name}`, unit.unitNumber)
      onDone?.()
    } catch (error) {
      failed('Failed to list the unit', error, unit.unitNumber)
    }
  }
  if (!chosen) return <UnitProduct unitId={unit.id} onChoose={setChosen} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-medium wrap-anywhere text-ink">{chosen.name}</span>
        <span className="block text-ink-muted">{consequence(chosen)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => setChosen(undefined)}>
          Choose another
        </Button>
        <Button size="sm" busy={offer.isPending} onClick={() => void list(chosen)}>
          List
        </Button>
      </div>
    </div>
  )
}

function Sales({ unit, sales, mayWrite }: { unit: Unit; sales: readonly UnitSale[]; mayWrite: boolean }) {
  const [back, setBack] = useState<UnitSale>()
  return (
    <>
      <EntryTable<UnitSale>
        label="Orders it was dispatched for"
        rows={sales}
        rowId={({ id }) => id}
        columns={[
          {
            header: 'Order',
            cell: ({ orderId, orderNumber, title }) => (
              <>
                <OfficeLink href={detailsOf(listOf('orders'), orderId)} className="font-medium wrap-anywhere underline underline-offset-4">
                  {orderNumber}
                </OfficeLink>
                <span className="block text-xs wrap-anywhere text-ink-muted">{title}</span>
              </>
            ),
          },
          { header: 'Dispatched', cell: ({ dispatchedAt }) => <DateText at={dispatchedAt} /> },
          {
            header: 'Back',
            align: 'end',
            cell: (sale) =>
              sale.returnedAt ? (
                <DateText at={sale.returnedAt} />
              ) : mayWrite && unit.owner === 'customer' ? (
                <Button size="sm" variant="secondary" aria-label={`Take back from ${sale.orderNumber}`} onClick={() => setBack(sale)}>
                  Take back
                </Button>
              ) : null,
          },
        ]}
      />
      {back && <TakeBackDialog id={back.id} unitNumber={unit.unitNumber} onClose={() => setBack(undefined)} />}
    </>
  )
}
