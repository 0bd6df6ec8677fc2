import { clsx } from 'clsx'
import { useRouter } from 'next/compat/router'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface NavLinkProps {
  href: string
  className: string
  /** Class names of the link to the page that is shown. */
  currentClassName: string
  children: ReactNode
}

/** A link of the navigation that marks the page that is shown, for the eye and for assistive tools. */
export function NavLink({ href, className, currentClassName, children }: NavLinkProps) {
  const current = useRouter()?.pathname === href
  return (
    <Link href={href} prefetch={false} aria-current={current ? 'page' : undefined} className={clsx(className, current && currentClassName)}>
      {children}
    </Link>
  )
}
