import type { InferGetServerSidePropsType } from 'next'
import { AuthLayout } from '~/components/layouts/auth-layout'
import { PageHead } from '~/components/seo/page-head'
import { AuthScreen, AuthSession } from '~/features/identity/sign-in/auth-screen'
import { paths } from '~/lib/paths'
import { guestPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = withHead(guestPage)

/** For browsers without scripts; others are sent on by the screen, unless an email's link brought them. */
const goHome = (
  <noscript key="go-home">
    <meta httpEquiv="refresh" content={`0; url=${paths.home}`} />
  </noscript>
)

export default function AuthPage({ returnTo, isSignedIn, head }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return (
    <TrpcProvider>
      <PageHead
        {...head}
        title="Sign In"
        description={`Sign in to your ${head.settings.company_name} account, or create one.`}
        noIndex
        content={isSignedIn && goHome}
      />
      <AuthSession>
        <AuthLayout>
          <AuthScreen returnTo={returnTo} />
        </AuthLayout>
      </AuthSession>
    </TrpcProvider>
  )
}
