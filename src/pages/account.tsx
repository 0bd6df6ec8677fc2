import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import type { SiteData, SitePageProps } from '~/contracts/site'
import { AccountScreen, AccountSession } from '~/features/account/account-screen'
import { AskForProof } from '~/features/auth/ask-for-proof'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { accountPage, type AccountPageProps } from '~/server/http/pages/page-guards'
import { siteProps } from '~/server/site/static-props'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

type Props = AccountPageProps & Pick<SiteData, 'settings'> & SitePageProps

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const answer = await accountPage(context)
  return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
}

export default function AccountPage({ viewer, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage
          site={site}
          path={paths.account}
          title="Account"
          description="Your profile, password, second factors and devices."
          noIndex
        >
          <AccountScreen mustEnroll={viewer.mustEnroll} />
          <AskForProof />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
