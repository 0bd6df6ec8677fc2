import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { Button } from '~/components/ui/button'
import type { ProductChoice } from '~/contracts/stock/order-lines'
import { formatEuro } from '~/lib/money'
import { trpc, withoutBatch } from '~/trpc/client'

const detailOf = ({ price, stockQuantity, isActive, isOfModel }: ProductChoice) =>
  [
    price === null ? 'no price' : formatEuro(price),
    stockQuantity === 1 ? '1 in stock' : `${stockQuantity} in stock`,
    isOfModel && 'of this model',
    !isActive && 'not shown in the shop',
  ]
    .filter(Boolean)
    .join(' · ')

interface ProductSearchProps {
  label: string
  hint?: string
  message?: string | undefined
  text: string
  onText: (text: string) => void
  query: Pick<UseQueryResult<ProductChoice[]>, 'data' | 'isFetching'>
  onChoose: (product: ProductChoice) => void
}

function ProductSearch({ query: { data = [], isFetching }, onChoose, ...field }: ProductSearchProps) {
  return (
    <SuggestField
      {...field}
      placeholder="Name of the product"
      options={data.map((product) => ({ key: product.id, label: product.name, detail: detailOf(product), product }))}
      onChoose={({ product }) => onChoose(product)}
      none={isFetching ? '' : 'No product matches'}
    />
  )
}

interface LineProductProps {
  /** The product when the form opened. */
  known: { id: string; name: string } | null
  productId: string | null
  message: string | undefined
  onChoose: (product: ProductChoice | null) => void
}

export function LineProduct({ known, productId, message, onChoose }: LineProductProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(known)
  const search = useDeferredValue(text.trim())
  const query = trpc.orders.lineProducts.useQuery(
    { search },
    { ...withoutBatch, enabled: search.length > 1, placeholderData: keepPreviousData },
  )
  if (productId !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-1.5 sm:col-span-2">
        <p className="text-sm font-medium text-ink">Product</p>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 text-sm wrap-anywhere text-ink">{chosen?.id === productId ? chosen.name : 'Chosen'}</p>
          <Button variant="secondary" size="sm" onClick={() => onChoose(null)}>
            Change product
          </Button>
        </div>
        {message !== undefined && <p className="text-sm text-danger-ink">{message}</p>}
      </div>
    )
  }
  return (
    <div className="sm:col-span-2">
      <ProductSearch
        label="Product"
        hint="May stay empty for what is not in the catalogue"
        message={message}
        text={text}
        onText={setText}
        query={search.length > 1 ? query : { data: [], isFetching: true }}
        onChoose={(product) => {
          setChosen(product)
          setText('')
          onChoose(product)
        }}
      />
    </div>
  )
}

/** Offers products of the unit's model first. */
export function UnitProduct({ unitId, onChoose }: { unitId: string; onChoose: (product: ProductChoice) => void }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const query = trpc.units.offers.useQuery({ id: unitId, search }, { ...withoutBatch, placeholderData: keepPreviousData })
  return (
    <ProductSearch
      label="List under"
      hint="Products of this model are offered first"
      text={text}
      onText={setText}
      query={query}
      onChoose={onChoose}
    />
  )
}
