import { clsx } from 'clsx/lite'
import type { ComponentProps } from 'react'

export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('mx-auto w-full max-w-site px-5 sm:px-8', className)} />
}
