import { useAuth } from '~/components/auth/auth-context'
import { useSignOut } from '~/components/auth/sign-out'
import { Button } from '~/components/ui/button'
import { PageHeader } from '~/components/ui/page-header'
import { AccountNav } from './account-nav'

interface AccountHeaderProps {
  title: string
  current: string
  /** False until a required second factor is added. */
  isOpen?: boolean
}

export function AccountHeader({ title, ...nav }: AccountHeaderProps) {
  const { session } = useAuth()
  const { busy, signOut } = useSignOut()
  return (
    <PageHeader title={title} lead={session?.email}>
      <AccountNav {...nav} />
      <Button variant="inverse" size="sm" onClick={signOut} busy={busy} className="mt-6">
        Sign Out
      </Button>
    </PageHeader>
  )
}
