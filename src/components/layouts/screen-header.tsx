import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'

interface ScreenHeaderProps {
  title: string
  subtitle: string
  /** For lists: title and subtitle close together, no subtitle on a phone. */
  dense?: boolean
  /** For long screens: only the widest windows show the subtitle, beside the title. */
  isLow?: boolean
  children?: ReactNode
}

/** The screen's only `h1`, its subtitle and its main action. */
export function ScreenHeader({ title, subtitle, dense = false, isLow = false, children }: ScreenHeaderProps) {
  return (
    <div
      className={clsx(
        'flex flex-wrap justify-between',
        dense ? (isLow ? 'mb-1' : 'mb-2') + ' items-center gap-x-4 gap-y-2' : 'mb-6 items-end gap-4',
      )}
    >
      <div className={clsx('min-w-0', isLow && '2xl:flex 2xl:items-baseline 2xl:gap-x-3')}>
        <h1 className={clsx('font-semibold tracking-tight text-ink', dense ? 'text-xl sm:text-2xl' : 'text-2xl')}>{title}</h1>
        <p className={dense ? clsx('hidden text-sm text-ink-muted', isLow ? '2xl:block' : 'sm:block') : 'mt-1 text-ink-muted'}>
          {subtitle}
        </p>
      </div>
      {children}
    </div>
  )
}
