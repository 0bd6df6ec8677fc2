import type { ReactNode } from 'react'
import { Container } from './container'

interface PageHeaderProps {
  title: ReactNode
  lead: ReactNode
  children?: ReactNode
}

/** The graphite header of every public page but the home page. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <div className="relative overflow-hidden border-b border-graphite-line bg-graphite on-dark">
      <div aria-hidden="true" className="absolute inset-0 blueprint" />
      <Container className="relative py-14 sm:py-18">
        <h1 className="max-w-3xl text-4xl leading-[1.08] font-semibold tracking-tight sm:text-5xl">{title}</h1>
        <p className="mt-5 max-w-2xl text-lg text-on-graphite-muted sm:text-xl">{lead}</p>
        {children}
      </Container>
    </div>
  )
}
