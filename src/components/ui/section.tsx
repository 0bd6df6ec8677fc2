import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'
import { Container } from './container'

interface SectionProps {
  id: string
  title: string
  lead?: ReactNode
  /** Neighbours differ. */
  ground?: 'plain' | 'muted' | 'graphite'
  className?: string
  children: ReactNode
}

const grounds = {
  plain: 'bg-canvas',
  muted: 'border-y border-line bg-surface-muted',
  graphite: 'on-dark border-y border-graphite-line bg-graphite',
}

/** A part of a page with its heading, in the page's width and spacing. */
export function Section({ id, title, lead, ground = 'plain', className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={clsx('py-16 sm:py-24', grounds[ground], className)}>
      <Container>
        <div className="max-w-2xl">
          <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight sm:text-4xl">
            {title}
          </h2>
          {lead !== undefined && <p className="mt-4 text-lg text-ink-muted">{lead}</p>}
        </div>
        <div className="mt-10 sm:mt-12">{children}</div>
      </Container>
    </section>
  )
}
