import Link from 'next/link'
import type { BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { useLeaveSite } from './use-leave-site'

/** The account in the menu of narrow screens; nothing for visitors, whom the Dashboard link leads to the sign-in. */
export function AccountLinks({ visitor }: { visitor: BrowserSession | null }) {
  const { busy, leave } = useLeaveSite()
  if (!visitor) return null
  const row = 'flex min-h-13 w-full items-center text-left text-lg font-medium'
  return (
    <div className="mt-2 border-t border-graphite-line-strong pt-3">
      <p className="truncate text-sm text-on-graphite-muted">Signed in as {visitor.email}</p>
      <Link href={paths.account} prefetch={false} className={row}>
        Account
      </Link>
      <button type="button" onClick={leave} disabled={busy} className={`${row} border-t border-graphite-line`}>
        Sign Out
      </button>
    </div>
  )
}
