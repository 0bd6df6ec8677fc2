import { useState } from 'react'
import { CallToAction } from '~/components/ui/call-to-action'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { productsHeader, tradeInInvitation } from '~/content/products'
import { productFailures, type ShopOverview } from '~/contracts/catalogue/products'
import { paths } from '~/lib/paths'
import { receive } from '~/trpc/use-live'
import { Newsletter } from './newsletter'
import { ProductBrowser } from './product-browser'
import { ProductsFailure } from './products-failure'
import { CardsSkeleton, LOADING } from './products-skeleton'

interface ProductsScreenProps {
  products: ShopOverview
  shopUrl: string
  contactEmail: string
}

export function ProductsScreen({ products, shopUrl, contactEmail }: ProductsScreenProps) {
  const { answer, retrying, error, retry } = useShopAnswer(products)
  return (
    <>
      {/* Low, so that prices are on the first screen. */}
      <div className="border-b border-graphite-line bg-graphite on-dark">
        <Container className="flex flex-wrap items-center justify-between gap-4 py-6">
          <div>
            <h1 className="text-3xl font-semibold tracking-tight">{productsHeader.title}</h1>
            <p className="mt-2 text-on-graphite-muted">{productsHeader.lead}</p>
          </div>
          <LinkButton href={shopUrl} external>
            Visit Full Shop
            <span className="sr-only"> (opens in a new tab)</span>
          </LinkButton>
        </Container>
      </div>
      <section aria-label="Products" aria-busy={retrying} className="py-6">
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
      <Newsletter contactEmail={contactEmail} />
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

/** Returns the server's words on a refusal; never throws. */
async function askAgain(): Promise<ShopOverview | { success: false; error: string | null }> {
  try {
    const { vanillaClient } = await import('~/trpc/vanilla-client')
    return await vanillaClient.products.overview.query()
  } catch (reason) {
    console.error(productFailures.catalogue, reason)
    return { success: false, error: null }
  }
}

/**
 * The newest list: a later failure keeps the list on screen.
 * @param current from the page's props or the live stream
 */
function useShopAnswer(current: ShopOverview) {
  const [lastList, setLastList] = useState(current)
  const [attempt, setAttempt] = useState<{ running: boolean; error: string | null }>({ running: false, error: null })
  if (current.success && current !== lastList) setLastList(current)

  const answer = current.success ? current : lastList
  const retry = async () => {
    setAttempt({ running: true, error: null })
    const next = await askAgain()
    if (next.success) receive({ products: next })
    setAttempt({ running: false, error: next.error })
  }

  return {
    answer,
    retrying: attempt.running && !answer.success,
    /** With a fallback if the server gives no reason (requirements §8). */
    error: attempt.error ?? (answer.error || productFailures.catalogue),
    retry: () => void retry(),
  }
}
