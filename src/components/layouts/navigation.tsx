import { paths } from '~/lib/paths'
import { clsx } from 'clsx/lite'
import { useRouter } from 'next/compat/router'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface NavigationLink {
  label: string
  href: string
}

export const mainLinks: readonly NavigationLink[] = [
  { label: 'Home', href: paths.home },
  { label: 'Trade-In', href: paths.tradeIn },
  { label: 'Products', href: paths.products },
  { label: 'Repair', href: paths.repair },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
]

export const dashboardLink: NavigationLink = { label: 'Dashboard', href: paths.auth }

/** For the menu of narrow screens and the footer: requirements §2 fixes the main navigation. */
export const trackLink: NavigationLink = { label: 'Track your machine', href: paths.track }

/** The services of requirements §1, each with its page. */
export const serviceLinks: readonly NavigationLink[] = [
  { label: 'New ASIC miners and GPU rigs', href: paths.products },
  { label: 'Refurbished equipment', href: paths.products },
  { label: 'Accessories and custom setups', href: paths.products },
  { label: 'Miner trade-in', href: paths.tradeIn },
  { label: 'ASIC miner repair', href: paths.repair },
  { label: 'Technical support and consulting', href: paths.contact },
]

export const legalLinks: readonly NavigationLink[] = [
  { label: 'Privacy Policy', href: paths.privacyPolicy },
  { label: 'Terms of Service', href: paths.termsOfService },
  { label: 'Cookie Policy', href: paths.cookiePolicy },
  { label: 'Returns & Refunds', href: paths.returnsRefunds },
]

interface NavLinkProps {
  href: string
  className: string
  currentClassName: string
  children: ReactNode
}

export function NavLink({ href, className, currentClassName, children }: NavLinkProps) {
  const current = useRouter()?.pathname === href
  return (
    <Link href={href} prefetch={false} aria-current={current ? 'page' : undefined} className={clsx(className, current && currentClassName)}>
      {children}
    </Link>
  )
}
