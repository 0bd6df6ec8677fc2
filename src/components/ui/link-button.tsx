import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonStyles, type ButtonSize, type ButtonVariant } from './button-styles'

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  /** Opens another site in a new tab, without giving it a handle on this one. */
  external?: boolean
}

/** A link that looks like a button: it goes somewhere, where `Button` does something. */
export function LinkButton({ href, variant, size, external = false, className, children, ...rest }: LinkButtonProps) {
  const look = buttonStyles({ variant, size, className })
  if (external) {
    return (
      <a {...rest} href={href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  }
  return (
    <Link {...rest} href={href} prefetch={false} className={look}>
      {children}
    </Link>
  )
}
