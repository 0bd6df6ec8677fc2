import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { AccountSession } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { ownPageOf } from '~/lib/paths'
import { ownOrderPage, type OwnOrderProps } from '~/server/http/pages/own-record-pages'
import { siteProps } from '~/server/site/static-props'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const OwnOrder = onDemand(() => import('~/features/identity/account/own-order').then((module) => module.OwnOrder), CaseSkeleton)

type Props = OwnOrderProps & Pick<SiteData, 'settings'> & SitePageProps

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const answer = await ownOrderPage(context)
  return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
}

export default function OwnOrderPage({ viewer, number, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={ownPageOf('orders', number)} title={number} description="Your order." noIndex>
          <OwnOrder key={number} number={number} />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
