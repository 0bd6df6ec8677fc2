import { AuthScreen, AuthSession } from '~/features/identity/sign-in/auth-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { guestPage, inSite, type GuestSiteProps } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

export const getServerSideProps = inSite(guestPage)

/** Without scripts; with them the screen redirects, unless an email's link was opened. */
const goHome = (
  <noscript key="go-home">
    <meta httpEquiv="refresh" content={`0; url=${paths.home}`} />
  </noscript>
)

export default function AuthPage({ returnTo, isSignedIn, ...props }: GuestSiteProps) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AuthSession>
        <SitePage
          // The tag reports addresses, which hold secrets in emails' links; passwords are typed here too.
          site={{ ...site, googleTagId: null }}
          path={paths.auth}
          title="Sign In"
          description={`Sign in to your ${site.settings.company_name} account, or create one.`}
          noIndex
          content={isSignedIn && goHome}
        >
          <AuthScreen returnTo={returnTo} contactEmail={site.settings.contact_email} />
        </SitePage>
      </AuthSession>
    </TrpcProvider>
  )
}
