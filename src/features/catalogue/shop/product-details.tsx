import { useContext } from 'react'
import { ChargesVat } from '~/components/ui/charges-vat'
import { isPriceOnRequest, type ProductDetails, type ShopPicture, type ShopProduct } from '~/contracts/catalogue/products'

const dataOf = (
  { condition, manufacturer, price, hashrate, power, efficiency }: ShopProduct,
  details: ProductDetails,
  charges: boolean | null,
) =>
  [
    ['Manufacturer', manufacturer],
    ['Condition', condition],
    ['Warranty', details.warranty],
    ['Algorithm', details.algorithm],
    ['Hashrate', hashrate],
    ['Power', power],
    ['Efficiency', efficiency],
    ['Voltage', details.voltage],
    ['Noise', details.noise],
    ['Delivery', details.delivery],
    ['VAT', isPriceOnRequest(price) || charges === null ? '' : charges ? 'Included in the price' : 'Not charged'],
  ].filter(([, data]) => data !== '')

export function ProductFacts({ product, details }: { product: ShopProduct; details: ProductDetails }) {
  const charges = useContext(ChargesVat)
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6">
      {dataOf(product, details, charges).map(([name, data]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid border-t border-line py-2.5">
          <dt className="text-ink-subtle">{name}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{data}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProductPicturesProps {
  product: ShopProduct
  pictures: readonly ShopPicture[]
}

const look = 'overflow-hidden rounded-card border border-line bg-surface-muted'

/** Links to the large sizes; without uploads the card's picture. */
export function ProductPictures({ product: { name, image, imageAlt = name }, pictures }: ProductPicturesProps) {
  if (pictures.length === 0) {
    return (
      <picture className={`${look} block self-start`}>
        <img src={image} alt={imageAlt} width={640} height={480} fetchPriority="high" className="aspect-4/3 w-full object-contain" />
      </picture>
    )
  }
  return (
    <ul aria-label="Pictures" className="grid grid-cols-3 gap-3 self-start">
      {pictures.map(({ card, full, alt, width, height }, index) => (
        <li key={full} className={index === 0 ? 'col-span-3' : undefined}>
          <a href={full} target="_blank" rel="noopener" className={`${look} block hover:border-line-strong`}>
            <picture>
              <img
                src={card}
                alt={alt}
                width={width}
                height={height}
                loading={index === 0 ? 'eager' : 'lazy'}
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
}
