import { LogOut } from 'lucide-react'
import { Spinner } from '~/components/ui/spinner'
import { useSignOut } from './use-sign-out'

/** Ends the session and leaves the back office. */
export function SignOutButton({ className }: { className?: string }) {
  const { busy, leave } = useSignOut()
  return (
    <button type="button" onClick={leave} disabled={busy} title="Sign Out" className={className}>
      {busy ? <Spinner className="size-5" /> : <LogOut className="size-5 shrink-0" aria-hidden="true" />}
      <span className="group-data-[state=closed]/sidebar:sr-only">Sign Out</span>
    </button>
  )
}
