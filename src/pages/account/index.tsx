import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { AccountHeader } from '~/features/identity/account/account-header'
import { AccountSession, LiveAccount } from '~/features/identity/account/account-session'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { accountSitePage, type AccountSiteProps } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const loading = () => <Skeleton className="h-96" />
const OverviewScreen = onDemand(
  () => import('~/features/identity/account/overview-screen').then((module) => module.OverviewScreen),
  loading,
)
const AccountScreen = onDemand(() => import('~/features/identity/account/account-screen').then((module) => module.AccountScreen), loading)

export const getServerSideProps = accountSitePage

export default function AccountPage({ viewer, ...props }: AccountSiteProps) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={paths.account} title="Account" description="What waits for you, and what is open." noIndex>
          {viewer.mustEnroll ? <AccountScreen mustEnroll /> : <Overview />}
          <AskForProof />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}

const Overview = () => (
  <>
    <AccountHeader title="Account" current={paths.account} />
    <LiveAccount />
    <Container className="py-8 sm:py-10">
      <OverviewScreen />
    </Container>
  </>
)
