import type { InferGetServerSidePropsType } from 'next'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { SitePage } from '~/features/site/site-page'
import { orderPageOf } from '~/lib/record-paths'
import { secretPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const Meanwhile = () => (
  <Container className="py-14">
    <Skeleton className="h-96" />
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
        <TrackedOrder key={secret} token={secret} linkForm={<LinkForm />} />
      </div>
    </SitePage>
  )
}
