import { clsx } from 'clsx/lite'
import type { ComponentProps } from 'react'

/** The site's column: as wide as its content may be, with the same margins everywhere. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('mx-auto w-full max-w-site px-5 sm:px-8', className)} />
}
