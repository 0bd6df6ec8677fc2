import Link from 'next/link'
import { paths } from '~/lib/paths'
import { useLeaveSite } from './account-menu'

/** For narrow screens. Loaded for signed-in people only. */
export function AccountLinks({ email }: { email: string }) {
  const { busy, leave } = useLeaveSite()
  const row = 'flex min-h-13 w-full items-center text-left text-lg font-medium'
  return (
    <div className="mt-2 border-t border-graphite-line-strong pt-3">
      <p className="truncate text-sm text-on-graphite-muted">Signed in as {email}</p>
      <Link href={paths.account} prefetch={false} className={row}>
        Account
      </Link>
      <button type="button" onClick={leave} disabled={busy} className={`${row} border-t border-graphite-line`}>
        Sign Out
      </button>
    </div>
  )
}
