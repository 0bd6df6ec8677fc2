import { AccountScreen } from '~/features/identity/account/account-screen'
import { AccountSession } from '~/features/identity/account/account-session'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { accountSitePage, type AccountSiteProps } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

export const getServerSideProps = accountSitePage

export default function ProfilePage({ viewer, ...props }: AccountSiteProps) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage
          site={site}
          path={paths.profile}
          title="Profile and security"
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
