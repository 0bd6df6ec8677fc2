import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { SitePage } from '~/features/site/site-page'
import { orderPageOf } from '~/lib/record-paths'
import { siteProps } from '~/server/site/static-props'
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

const LONGEST_SECRET = 200

type Props = { secret: string } & Pick<SiteData, 'settings'> & SitePageProps

/** As of the link to a case: nothing is read for the page itself, and nobody else learns the secret. */
export const getServerSideProps: GetServerSideProps<Props> = async ({ res, params }) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  return { props: { ...(await siteProps('settings')), googleTagId: null, secret: String(params?.secret).slice(0, LONGEST_SECRET) } }
}

export default function LinkedOrderPage({ secret, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <SitePage site={site} path={orderPageOf('')} title="Your order" description="Follow your order." noIndex>
      {/* As high as the window, so that the footer stays where it is while the page comes. */}
      <div className="min-h-dvh">
        <TrackedOrder key={secret} token={secret} linkForm={<LinkForm />} />
      </div>
    </SitePage>
  )
}
