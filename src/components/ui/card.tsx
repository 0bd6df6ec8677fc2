import { clsx } from 'clsx/lite'
import type { ComponentProps } from 'react'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border border-line bg-surface p-6 shadow-card', className)} />
}
