import { clsx } from 'clsx'
import Link from 'next/link'
import { paths } from '~/lib/paths'

const links = [
  { label: 'Profile and security', href: paths.account },
  { label: 'Orders', href: `${paths.account}/orders` },
  { label: 'Repairs', href: `${paths.account}/repairs` },
  { label: 'Trade-ins', href: `${paths.account}/trade-ins` },
  { label: 'Devices', href: `${paths.account}/devices` },
  { label: 'Store credit', href: `${paths.account}/credit` },
]

/** The pages of one's own account. @param current the address of the one that is shown */
export function AccountNav({ current }: { current: string }) {
  return (
    <nav aria-label="Account" className="mt-6 flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={href === current ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-11 items-center text-sm font-medium underline-offset-8 hover:underline',
            href === current ? 'underline' : 'text-on-graphite-muted',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
