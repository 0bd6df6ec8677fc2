import { FormNote } from '~/components/form/form-note'
import { Skeleton } from '~/components/ui/loading'
import type { NetworkFigures } from '~/contracts/catalogue/network'
import type { ShopOverview } from '~/contracts/catalogue/products'
import { AddMachine } from './add-machine'
import { CompareTable } from './compare-table'
import { PriceField, useElectricityPrice } from './price-field'
import { useCompared } from './use-compared'
import { useMinute } from './use-minute'

export interface CompareScreenProps {
  network: NetworkFigures
  products: ShopOverview
  onPrice: (price: string | null) => void
}

/** At most four machines. The address names them, so a comparison can be shared. */
export function CompareScreen({ network, products, onPrice }: CompareScreenProps) {
  const electricity = useElectricityPrice(onPrice)
  const compared = useCompared(products.revision)
  const { machines } = compared
  const now = useMinute()
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <PriceField {...electricity} />
        <AddMachine chosen={compared.chosen} isFull={compared.isFull} products={products.products} onAdd={compared.add} />
      </div>
      <div className="min-w-0" aria-busy={!compared.isCurrent}>
        {machines === undefined && <Skeleton className="h-96" />}
        {machines === null && (
          <FormNote tone="danger" role="alert">
            The machines could not be read. Please load the page again.
          </FormNote>
        )}
        {machines?.length === 0 && (
          <p className="text-lg text-ink-muted">Add a machine to see what it earns, and up to three more to compare.</p>
        )}
        {machines && machines.length > 0 && (
          <CompareTable machines={machines} network={network} electricity={electricity.price} now={now} onRemove={compared.remove} />
        )}
      </div>
    </div>
  )
}
