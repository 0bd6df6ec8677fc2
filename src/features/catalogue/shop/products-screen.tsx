import { CallToAction } from '~/components/ui/call-to-action'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { productsHeader, tradeInInvitation } from '~/content/products'
import type { ShopOverview } from '~/contracts/catalogue/products'
import { paths } from '~/lib/paths'
import { Newsletter } from './newsletter'
import { ProductBrowser } from './product-browser'
import { ProductsFailure } from './products-failure'
import { CardsSkeleton, LOADING } from './products-skeleton'
import { useShopAnswer } from './use-shop-answer'

interface ProductsScreenProps {
  products: ShopOverview
  shopUrl: string
  contactEmail: string
  /** Whether the shop takes newsletter addresses itself. */
  hasInbox?: boolean
}

/** The products page (spec §2 Products). */
export function ProductsScreen({ products, shopUrl, contactEmail, hasInbox = false }: ProductsScreenProps) {
  const { answer, retrying, error, retry } = useShopAnswer(products)
  return (
    <>
      <PageHeader title={productsHeader.title} lead={productsHeader.lead}>
        <LinkButton href={shopUrl} external size="lg" className="mt-8">
          Visit Full Shop
          <span className="sr-only"> (opens in a new tab)</span>
        </LinkButton>
      </PageHeader>
      <section aria-label="Products" aria-busy={retrying} className="py-10 sm:py-14">
        <Container>
          {answer.success ? (
            <ProductBrowser overview={answer} />
          ) : retrying ? (
            <>
              <p role="status" className="mb-5">
                {LOADING}
              </p>
              <CardsSkeleton />
            </>
          ) : (
            <ProductsFailure message={error} onRetry={retry} />
          )}
        </Container>
      </section>
      <Newsletter contactEmail={contactEmail} hasInbox={hasInbox} />
      <CallToAction title={tradeInInvitation.title} text={tradeInInvitation.text}>
        <LinkButton href={paths.tradeIn} size="lg">
          Value your miner
        </LinkButton>
        <LinkButton href={paths.contact} size="lg" variant="inverse">
          Ask us
        </LinkButton>
      </CallToAction>
    </>
  )
}
