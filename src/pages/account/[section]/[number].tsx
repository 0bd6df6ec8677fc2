import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { AccountSession } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { ownPageOf } from '~/lib/paths'
import { ownCasePage, type OwnCaseProps } from '~/server/http/pages/own-record-pages'
import { siteProps } from '~/server/site/static-props'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const OwnCase = onDemand(() => import('~/features/cases/customer/tracking/own-case').then((module) => module.OwnCase), CaseSkeleton)

type Props = OwnCaseProps & Pick<SiteData, 'settings'> & SitePageProps

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const answer = await ownCasePage(context)
  return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
}

export default function OwnCasePage({ viewer, noun, id, number, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={ownPageOf(noun, number)} title={number} description="Your repair or trade-in." noIndex>
          <OwnCase key={number} noun={noun} id={id} number={number} />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
