import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Container } from './container'

interface PageHeaderProps {
  title: string
  lead: ReactNode
  /** Shown below the lead: an indicator, buttons. */
  children?: ReactNode
  /** Low, with what is below the lead beside it: for pages whose first screen is a list. */
  compact?: boolean
}

/** The graphite opening of every public page but the first. */
export function PageHeader({ title, lead, children, compact = false }: PageHeaderProps) {
  return (
    <div className="relative overflow-hidden border-b border-graphite-line bg-graphite on-dark">
      <div aria-hidden="true" className="absolute inset-0 blueprint" />
      <Container className={compact ? 'relative flex flex-wrap items-center justify-between gap-4 py-6' : 'relative py-14 sm:py-18'}>
        <div>
          <h1 className={clsx('max-w-3xl leading-[1.08] font-semibold tracking-tight', compact ? 'text-3xl' : 'text-4xl sm:text-5xl')}>
            {title}
          </h1>
          <p className={clsx('max-w-2xl text-on-graphite-muted', compact ? 'mt-2' : 'mt-5 text-lg sm:text-xl')}>{lead}</p>
        </div>
        {children}
      </Container>
    </div>
  )
}
