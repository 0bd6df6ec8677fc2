import type { ReactNode } from 'react'

interface ScreenHeaderProps {
  title: string
  subtitle: string
  /** Buttons at the end of the title's row. */
  children?: ReactNode
}

/** A screen's one `h1`, what it is for, and its main action. */
export function ScreenHeader({ title, subtitle, children }: ScreenHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight text-ink">{title}</h1>
        <p className="mt-1 text-ink-muted">{subtitle}</p>
      </div>
      {children}
    </div>
  )
}
