import Link from 'next/link'
import { lazy, Suspense } from 'react'
import { Icon } from '~/components/ui/icon'
import type { BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { accountButtonClasses } from './use-visitor'

const AccountMenu = lazy(() => import('./account-menu').then((module) => ({ default: module.AccountMenu })))

/** The end of the header: the way in for visitors, the account for whoever is signed in, in the same place and size. */
export function AccountSlot({ visitor }: { visitor: BrowserSession | null }) {
  if (visitor) {
    return (
      <Suspense fallback={<span className={accountButtonClasses} />}>
        <AccountMenu email={visitor.email} />
      </Suspense>
    )
  }
  return (
    <Link
      href={paths.auth}
      prefetch={false}
      aria-label="Sign in"
      title="Sign in"
      className="grid size-11 place-items-center rounded-full text-on-graphite-muted transition-colors hover:bg-graphite-raised hover:text-on-graphite"
    >
      <Icon name="user-round" className="size-5" />
    </Link>
  )
}
