import { LogOut } from 'lucide-react'
import { useSignOut } from '~/components/auth/use-sign-out'
import { Spinner } from '~/components/ui/spinner'

/** Ends the session; what is around it then leaves the page. */
export function SignOutButton({ className }: { className?: string }) {
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" onClick={signOut} disabled={busy} title="Sign Out" className={className}>
      {busy ? <Spinner className="size-5" /> : <LogOut className="size-5 shrink-0" aria-hidden="true" />}
      <span className="group-data-[state=closed]/sidebar:sr-only">Sign Out</span>
    </button>
  )
}
