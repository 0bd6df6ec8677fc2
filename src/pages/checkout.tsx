import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { SitePage } from '~/features/site/site-page'
import { useKnownVisitor } from '~/features/site/visitor/use-visitor'
import { checkoutPage } from '~/lib/record-paths'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const Meanwhile = () => (
  <Container className="py-10 sm:py-14">
    <h1 className="text-3xl font-semibold tracking-tight">Checkout</h1>
    <Skeleton className="mt-8 h-240 no-script:hidden" />
  </Container>
)
const CheckoutScreen = onDemand(
  () => import('~/features/catalogue/cart/checkout-screen').then((module) => module.CheckoutScreen),
  Meanwhile,
)

type Props = Pick<SiteData, 'settings'> & SitePageProps

/** A shell: the browser holds the cart and asks for its prices. */
export const getServerSideProps: GetServerSideProps<Props> = async () => ({ props: await siteProps('settings') })

export default function CheckoutPage(props: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  const visitor = useKnownVisitor()
  return (
    <SitePage site={site} path={checkoutPage} title="Checkout" description="Order what is in your cart." noIndex>
      {/* As high as the window, so that the footer stays where it is while the page comes. */}
      <div className="min-h-dvh">
        <CheckoutScreen email={visitor?.email ?? null} />
        <NeedsScripts
          what="The checkout"
          contactEmail={site.settings.contact_email}
          phoneNumber={site.settings.phone_number}
          className="m-5 sm:m-8"
        />
      </div>
    </SitePage>
  )
}
