import { useSignOut } from '~/components/auth/use-sign-out'
import { Icon } from '~/components/ui/icon'
import { Spinner } from '~/components/ui/spinner'

/** Ends the session; what is around it then leaves the page. */
export function SignOutButton({ className }: { className?: string }) {
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" onClick={signOut} disabled={busy} title="Sign Out" className={className}>
      {busy ? <Spinner className="size-5" /> : <Icon name="log-out" className="size-5 shrink-0" />}
      <span className="group-data-[state=closed]/sidebar:sr-only">Sign Out</span>
    </button>
  )
}
