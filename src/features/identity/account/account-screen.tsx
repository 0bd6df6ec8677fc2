import { useEffect } from 'react'
import { skipToken } from '@tanstack/react-query'
import { trpc } from '~/trpc/client'
import { FormNote } from '~/components/form/form-note'
import { Container } from '~/components/ui/container'
import { wantToasts } from '~/components/ui/lazy-toasts'
import { onDemand } from '~/components/ui/on-demand'
import { Skeleton } from '~/components/ui/loading'
import { paths } from '~/lib/paths'
import { usePageVisible } from '~/lib/use-page-visible'
import { AccountHeader } from './account-header'
import { FactorsSection } from './factors-section'
import { PasswordSection } from './password-section'
import { ProfileSection } from './profile-section'

const Room = () => <Skeleton className="my-8 h-48" />
const DevicesSection = onDemand(() => import('./devices-section').then((module) => module.DevicesSection), Room)
const EmailsSection = onDemand(() => import('./emails-section').then((module) => module.EmailsSection), Room)
const DataSection = onDemand(() => import('./data-section').then((module) => module.DataSection), Room)

/**
 * Hears at once when the session is ended from elsewhere; the client's link tells the auth state. A hidden
 * tab gives the connection up, because a browser has six for all tabs of a site, and looks when it is shown.
 */
function useSessionStream(): void {
  const isVisible = usePageVisible()
  trpc.account.onSession.useSubscription(isVisible ? undefined : skipToken)
}

interface AccountScreenProps {
  /** An administrator who may do nothing but add a second factor. */
  mustEnroll?: boolean
}

/** From now on the back office is open: a full page load, because the server says who may see what. */
const enterBackOffice = () => window.location.assign(paths.admin)

/** One's own profile: who one is, how one signs in, and where one is signed in. */
export function AccountScreen({ mustEnroll = false }: AccountScreenProps) {
  useEffect(wantToasts, [])
  useSessionStream()

  return (
    <>
      <AccountHeader title="Profile and security" current={paths.profile} isOpen={!mustEnroll} />
      <Container className="py-4 sm:py-6">
        {mustEnroll ? (
          <>
            <FormNote tone="info" className="mt-4">
              Administrators of this shop need a second factor. Add one, and the admin panel opens.
            </FormNote>
            <div>
              <FactorsSection onEnrolled={enterBackOffice} />
            </div>
          </>
        ) : (
          <>
            <ProfileSection />
            <PasswordSection />
            <FactorsSection />
            <DevicesSection />
            <EmailsSection />
            <DataSection />
          </>
        )}
      </Container>
    </>
  )
}
