import type { ReactNode } from 'react'
import { Container } from './container'

interface CallToActionProps {
  title: string
  text: string
  children: ReactNode
}

export function CallToAction({ title, text, children }: CallToActionProps) {
  return (
    <section aria-label={title} className="border-t border-graphite-line bg-graphite on-dark">
      <Container className="flex flex-col gap-8 py-14 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-3xl font-semibold tracking-tight">{title}</h2>
          <p className="mt-3 text-lg text-on-graphite-muted">{text}</p>
        </div>
        <div className="flex flex-col gap-3 sm:flex-row lg:shrink-0">{children}</div>
      </Container>
    </section>
  )
}
