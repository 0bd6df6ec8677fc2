import Link from 'next/link'
import type { ComponentProps } from 'react'
import { mayOpen, screenOf } from '~/components/layouts/admin-nav'
import { LinkButton } from '~/components/ui/link-button'
import { useMay } from './cells'

/** Says whether the viewer may open an address of the back office. */
function useMayOpen(): (href: string) => boolean {
  const may = useMay()
  return (href) => {
    const screen = screenOf(href)
    return screen === undefined || mayOpen(screen, (router) => may(router, 'read'))
  }
}

const withoutUnderline = (className: string) =>
  className
    .split(' ')
    .filter((name) => !name.includes('underline'))
    .join(' ')

interface OfficeLinkProps extends Omit<ComponentProps<typeof Link>, 'href' | 'prefetch'> {
  href: string
}

/** A link within the back office; for those who may not open its screen, its text alone. */
export function OfficeLink({ href, className = '', children, ...more }: OfficeLinkProps) {
  const opens = useMayOpen()
  if (!opens(href)) return <span className={withoutUnderline(className)}>{children}</span>
  return (
    <Link href={href} prefetch={false} className={className} {...more}>
      {children}
    </Link>
  )
}

/** Not shown to those who may not open its screen. */
export const OfficeButton = ({ href, ...more }: ComponentProps<typeof LinkButton> & { href: string }) =>
  useMayOpen()(href) && <LinkButton href={href} {...more} />
