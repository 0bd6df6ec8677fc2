import Link from 'next/link'
import { useContext } from 'react'
import { Badge } from '~/components/ui/badge'
import { ChargesVat } from '~/components/ui/charges-vat'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import type { NetworkFigures } from '~/contracts/catalogue/network'
import { isPriceOnRequest, type ProductPageContent, type ShopProduct } from '~/contracts/catalogue/products'
import { ProductEarnings } from '~/features/catalogue/earnings/product-earnings'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { FeaturedProducts } from './featured-products'
import { OldMiner } from './old-miner'
import { AddToCart, availabilityTones, priceText, Rating } from './product-card'
import { ProductFacts, ProductPictures } from './product-details'

export interface VatOfPrice {
  percent: number
  /** EUR without VAT. */
  net: number
}

interface ProductScreenProps {
  content: ProductPageContent
  /** Null without a known rate. */
  vat: VatOfPrice | null
  network: NetworkFigures
  /** Stores the visitor's price of electricity. */
  onPrice: (price: string | null) => void
}

export function ProductScreen({ content: { product, details, earning, related }, vat, network, onPrice }: ProductScreenProps) {
  const { name, category, availability, rating, ratingCount, measured } = product
  return (
    <>
      <Container className="pt-5">
        <nav aria-label="Breadcrumb" className="text-sm text-ink-muted">
          <Link href={paths.products} prefetch={false} className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4">
            <Icon name="arrow-left" className="size-4" />
            All products
          </Link>
        </nav>
      </Container>
      <Container className="grid gap-x-12 gap-y-8 pt-2 pb-12 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <ProductPictures product={product} pictures={details.pictures} />
        <div className="flex min-w-0 flex-col gap-6">
          <div>
            <div className="flex flex-wrap items-center justify-between gap-3 text-ink-subtle">
              <p>
                {category} · {product.condition}
              </p>
              {rating !== null && ratingCount !== undefined && <Rating rating={rating} count={ratingCount} />}
            </div>
            <h1 className="mt-2 text-3xl font-semibold tracking-tight wrap-anywhere sm:text-4xl">{name}</h1>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-5">
            <Price product={product} vat={vat} />
            <Badge tone={availabilityTones[availability]}>{availability}</Badge>
          </div>
          <ProductActions product={product} />
          <OldMiner price={product.price} slug={product.slug} />
          {details.delivery !== '' && (
            <p className="flex items-start gap-3">
              <Icon name="truck" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
              <span>
                <span className="font-medium">Delivery:</span> {details.delivery}
              </span>
            </p>
          )}
          {details.warranty !== '' && (
            <p className="flex items-start gap-3">
              <Icon name="shield-check" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
              <span>
                <span className="font-medium">Warranty:</span> {details.warranty}
              </span>
            </p>
          )}
        </div>
      </Container>
      <div className="border-y border-line bg-surface-muted py-12">
        <Container className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
          <section aria-labelledby="about-product" className="min-w-0">
            <h2 id="about-product" className="text-2xl font-semibold tracking-tight">
              About this product
            </h2>
            <p className="mt-4 wrap-anywhere whitespace-pre-line text-ink-muted">
              {details.description || 'Ask us for anything that you would like to know about it.'}
            </p>
            {measured !== undefined && <Passports measured={measured} />}
          </section>
          <section aria-labelledby="data-of-product" className="min-w-0">
            <h2 id="data-of-product" className="text-2xl font-semibold tracking-tight">
              Data
            </h2>
            <ProductFacts product={product} details={details} />
          </section>
        </Container>
      </div>
      {earning && network.coins.length > 0 && <ProductEarnings machine={earning} slug={product.slug} network={network} onPrice={onPrice} />}
      {related.length > 0 && (
        <section aria-labelledby="related-products" className="py-12">
          <Container>
            <h2 id="related-products" className="mb-6 text-2xl font-semibold tracking-tight">
              More like this
            </h2>
            <FeaturedProducts products={related} columns="grid-cols-2 lg:grid-cols-4" />
          </Container>
        </section>
      )}
    </>
  )
}

interface PriceProps {
  product: ShopProduct
  vat: VatOfPrice | null
}

/** The price, and the VAT in it. */
function Price({ product: { price, isFrom }, vat }: PriceProps) {
  const charges = useContext(ChargesVat)
  const note =
    charges === null || isPriceOnRequest(price)
      ? ''
      : !charges
        ? 'No VAT is charged'
        : vat === null
          ? 'with VAT'
          : `with ${vat.percent}% VAT · ${formatEuro(vat.net)} without VAT`
  return (
    <div>
      <p className="text-3xl font-semibold tabular-nums">{priceText(price, isFrom)}</p>
      {note !== '' && <p className="mt-1 text-ink-muted tabular-nums">{note}</p>}
    </div>
  )
}

function ProductActions({ product }: { product: ShopProduct }) {
  const { name, price, shopUrl, variantId } = product
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:*:flex-1">
      {variantId !== undefined && <AddToCart product={product} variantId={variantId} size="lg" />}
      {isPriceOnRequest(price) && (
        <LinkButton
          href={`${paths.contact}?${new URLSearchParams({ inquiryType: 'Product Information', product: name }).toString()}`}
          size="lg"
        >
          Ask for the price
        </LinkButton>
      )}
      <LinkButton href={shopUrl} external size="lg" variant={isPriceOnRequest(price) || variantId !== undefined ? 'secondary' : 'primary'}>
        View in Shop
        <span className="sr-only">: {name} (opens in a new tab)</span>
      </LinkButton>
    </div>
  )
}

const Passports = ({ measured }: { measured: string }) => (
  <div className="mt-6 rounded-card border border-line bg-surface p-5">
    <p className="flex items-center gap-2 font-semibold">
      <Icon name="shield-check" className="size-5 text-success-ink" />
      Measured here: {measured}
    </p>
    <p className="mt-2 text-ink-muted">
      These are the figures of the machines that we have in stock, not of the maker. Each comes with its passport, in which we sign what was
      measured and done on it; anybody can{' '}
      <Link href={paths.verifyPassport} prefetch={false} className="font-medium text-accent-ink underline underline-offset-4">
        check a passport
      </Link>
      .
    </p>
  </div>
)
