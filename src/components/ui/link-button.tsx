import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonStyles, type ButtonSize, type ButtonVariant } from './button-styles'
import { Icon } from './icon'

interface LinkButtonProps {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  /** Opens in a new tab with `noopener`. */
  external?: boolean
  className?: string
  children: ReactNode
}

export function LinkButton({ href, variant, size, external = false, className, children }: LinkButtonProps) {
  const look = buttonStyles({ variant, size, className })
  if (external) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
        <Icon name="external-link" className="size-[1.1em]" />
      </a>
    )
  }
  return (
    <Link href={href} prefetch={false} className={look}>
      {children}
    </Link>
  )
}
