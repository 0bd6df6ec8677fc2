import { UserRound } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import type { BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { accountCircle } from './account-circle'

const AccountMenu = dynamic(() => import('./account-menu').then((module) => module.AccountMenu), {
  ssr: false,
  loading: () => <span className={accountCircle} />,
})

/** The end of the header: the way in for visitors, the account for whoever is signed in, in the same place and size. */
export function AccountSlot({ visitor }: { visitor: BrowserSession | null }) {
  if (visitor) return <AccountMenu email={visitor.email} />
  return (
    <Link
      href={paths.auth}
      prefetch={false}
      aria-label="Sign in"
      title="Sign in"
      className="grid size-11 place-items-center rounded-full text-on-graphite-muted transition-colors hover:bg-graphite-raised hover:text-on-graphite"
    >
      <UserRound aria-hidden="true" className="size-5" />
    </Link>
  )
}
