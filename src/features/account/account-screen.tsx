import { useEffect } from 'react'
import { useAuth } from '~/components/auth/auth-context'
import { useSignOut } from '~/components/auth/use-sign-out'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { wantToasts } from '~/components/ui/late-toasts'
import { PageHeader } from '~/components/ui/page-header'
import { DevicesSection } from './devices-section'
import { FactorsSection } from './factors-section'
import { PasswordSection } from './password-section'
import { ProfileSection } from './profile-section'
import { useSessionStream } from './use-session-stream'

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function AccountScreen() {
  const { session } = useAuth()
  const { busy, signOut } = useSignOut()
  useEffect(wantToasts, [])
  useSessionStream()

  return (
    <>
      <PageHeader title="Account" lead={session?.email}>
        <Button variant="inverse" size="sm" onClick={signOut} busy={busy} className="mt-6">
          Sign Out
        </Button>
      </PageHeader>
      <Container className="py-4 sm:py-6">
        <ProfileSection />
        <PasswordSection />
        <FactorsSection />
        <DevicesSection />
      </Container>
    </>
  )
}
