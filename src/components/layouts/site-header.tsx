import Link from 'next/link'
import type { ReactNode } from 'react'
import { BrandMark } from '~/components/ui/brand-mark'
import { Container } from '~/components/ui/container'
import { paths } from '~/lib/paths'
import { MobileMenu } from './mobile-menu'
import { NavLink, dashboardLink, mainLinks } from './navigation'

export interface AccountParts {
  bar: ReactNode
  menu: ReactNode
  /** /auth for visitors (requirements §2). */
  dashboardHref: string
}

interface SiteHeaderProps {
  companyName: string
  cart: ReactNode
  account: AccountParts
}

export function SiteHeader({ companyName, cart, account }: SiteHeaderProps) {
  return (
    <header className="sticky top-0 z-40 border-b border-graphite-line bg-graphite on-dark no-script:max-lg:static">
      <Container className="flex min-h-16 items-center gap-2 no-script:max-lg:flex-wrap">
        <Link
          href={paths.home}
          prefetch={false}
          className="mr-auto flex min-w-0 items-center gap-2.5 py-2 text-xl font-semibold tracking-tight"
        >
          <BrandMark className="size-8 shrink-0" />
          <span className="truncate">{companyName}</span>
        </Link>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex items-center">
            {mainLinks.map(({ label, href }) => (
              <li key={href}>
                <NavLink
                  href={href}
                  className="relative flex min-h-16 items-center px-3.5 text-on-graphite-muted transition-colors hover:text-on-graphite"
                  currentClassName="text-on-graphite after:absolute after:inset-x-3.5 after:bottom-0 after:h-0.5 after:bg-accent"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-2 lg:ml-3">
          {cart}
          <NavLink
            href={account.dashboardHref}
            // In the menu on narrow screens; administrators also have it in the bar, before the cart, which stays in its place.
            className={`${account.dashboardHref === paths.admin ? 'flex max-lg:order-first max-sm:border-0 max-sm:px-0 max-sm:text-sm' : 'hidden'} min-h-10 items-center rounded-lg border border-graphite-line-strong px-4 font-medium transition-colors hover:bg-graphite-raised lg:flex`}
            currentClassName="bg-graphite-raised"
          >
            {dashboardLink.label}
          </NavLink>
          {account.bar !== null && <div className="-mr-2 hidden lg:block">{account.bar}</div>}
        </div>
        <MobileMenu
          dashboardHref={account.dashboardHref}
          account={account.menu}
          className="-mr-2.5 lg:hidden no-script:max-lg:mr-0 no-script:max-lg:w-full"
        />
      </Container>
    </header>
  )
}
