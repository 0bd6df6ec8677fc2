import type { InferGetServerSidePropsType } from 'next'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { SitePage } from '~/features/site/site-page'
import { orderPageOf } from '~/lib/record-paths'
import { secretPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const Meanwhile = () => (
  <Container className="max-w-3xl py-10 sm:py-14">
    <h1 className="text-3xl font-semibold tracking-tight">Your order</h1>
    <Skeleton className="mt-6 h-96 no-script:hidden" />
  </Container>
)
const TrackedOrder = onDemand(async () => {
  const { LinkedOrder, prepareOrder } = await import('~/features/stock/sale/tracked-order')
  await prepareOrder()
  return LinkedOrder
}, Meanwhile)

const LinkForm = onDemand(() => import('~/features/cases/customer/tracking/link-form').then((module) => module.LinkForm))

export const getServerSideProps = secretPage

export default function LinkedOrderPage({ secret, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <SitePage site={site} path={orderPageOf('')} title="Your order" description="Follow your order." noIndex>
      {/* As high as the window, so that the footer does not move while the page loads. */}
      <div className="min-h-dvh">
        <TrackedOrder key={secret} token={secret} linkForm={<LinkForm example="ORD-10001" />} />
        <NeedsScripts contactEmail={site.settings.contact_email} phoneNumber={site.settings.phone_number} className="m-5 sm:m-8" />
      </div>
    </SitePage>
  )
}
