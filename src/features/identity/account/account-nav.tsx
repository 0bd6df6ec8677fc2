import { clsx } from 'clsx/lite'
import Link from 'next/link'
import { UnreadMark } from '~/components/ui/unread-mark'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'

const MESSAGES = `${paths.account}/messages`

const links = [
  { label: 'Overview', href: paths.account },
  { label: 'Orders', href: `${paths.account}/orders` },
  { label: 'Repairs', href: `${paths.account}/repairs` },
  { label: 'Trade-ins', href: `${paths.account}/trade-ins` },
  { label: 'Devices', href: `${paths.account}/devices` },
  { label: 'Messages', href: MESSAGES },
  { label: 'Invoices', href: `${paths.account}/invoices` },
  { label: 'Store credit', href: `${paths.account}/credit` },
  { label: 'Profile and security', href: paths.profile },
]

/**
 * @param current address of the open page
 * @param isOpen false until a required second factor is added
 */
export function AccountNav({ current, isOpen = true }: { current: string; isOpen?: boolean }) {
  return (
    <nav aria-label="Account" className="mt-6 flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={href === current ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-11 items-center gap-2 text-sm font-medium underline-offset-8 hover:underline',
            href === current ? 'underline' : 'text-on-graphite-muted',
          )}
        >
          {label}
          {isOpen && href === MESSAGES && <Unread />}
        </Link>
      ))}
    </nav>
  )
}

/** Renders nothing until the number is known. */
function Unread() {
  const { data } = trpc.account.unreadMessages.useQuery()
  return <UnreadMark count={data?.unread ?? 0} />
}
