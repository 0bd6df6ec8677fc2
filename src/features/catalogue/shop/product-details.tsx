import { useContext, useEffect, useState } from 'react'
import { Skeleton } from '~/components/ui/loading'
import { Button } from '~/components/ui/button'
import { ChargesVat } from '~/components/ui/charges-vat'
import { isPriceOnRequest, type ProductDetails as Details, type ShopPicture, type ShopProduct } from '~/contracts/catalogue/products'
import { vanillaClient } from '~/trpc/vanilla-client'

/** The data of a product, by what people call them; what is not known is left out. */
const dataOf = ({ condition, price, hashrate, power, efficiency }: ShopProduct, details: Details, chargesVat: boolean | null) =>
  [
    ['Condition', condition],
    ['Warranty', details.warranty],
    ['Algorithm', details.algorithm],
    ['Hashrate', hashrate],
    ['Power', power],
    ['Efficiency', efficiency],
    ['Voltage', details.voltage],
    ['Noise', details.noise],
    ['Delivery', details.delivery],
    ['VAT', isPriceOnRequest(price) ? '' : chargesVat === false ? 'Not charged' : 'Included in the price'],
  ].filter(([, data]) => data !== '')

/** The opened part of a card: the whole description and all data. */
export function ProductDetails({ product }: { product: ShopProduct }) {
  const { id } = product
  const chargesVat = useContext(ChargesVat)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<Details | 'failed'>()
  useEffect(() => {
    const left = new AbortController()
    vanillaClient.products.details.query({ id }, { signal: left.signal }).then(
      (details) => setState(details),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error('A product could not be read', error)
        setState('failed')
      },
    )
    return () => left.abort()
  }, [id, tries])

  if (state === undefined) return <Skeleton className="h-40" />
  if (state === 'failed') {
    return (
      <div role="alert" className="relative flex flex-col items-start gap-2 text-danger-ink">
        <p>The details could not be loaded.</p>
        <Button variant="secondary" size="sm" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="relative flex flex-col gap-4 border-t border-line pt-4 text-sm">
      {state.pictures.length > 0 && <Pictures pictures={state.pictures} />}
      {state.description !== '' && <p className="wrap-anywhere whitespace-pre-line text-ink-muted">{state.description}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {dataOf(product, state, chargesVat).map(([name, data]) => (
          <div key={name} className="contents">
            <dt className="text-ink-subtle">{name}</dt>
            <dd className="font-medium wrap-anywhere tabular-nums">{data}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** All pictures of a product, each leading to its large size. */
const Pictures = ({ pictures }: { pictures: readonly ShopPicture[] }) => (
  <ul aria-label="Pictures" className={pictures.length > 1 ? 'grid grid-cols-2 gap-2' : undefined}>
    {pictures.map(({ card, full, alt, width, height }) => (
      <li key={full}>
        <a href={full} target="_blank" rel="noopener" className="block overflow-hidden rounded-lg border border-line bg-surface-muted">
          <picture>
            <img
              src={card}
              alt={alt}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className="aspect-4/3 w-full object-contain"
            />
          </picture>
          <span className="sr-only"> (large, opens in a new tab)</span>
        </a>
      </li>
    ))}
  </ul>
)
