import type { ReactNode } from 'react'
import { LateToasts } from '~/components/ui/late-toasts'
import { SkipLink } from './skip-link'

interface SiteLayoutProps {
  /** The bar on top, with its controls. */
  header: ReactNode
  footer: ReactNode
  /** What asks for consent to cookies: after the skip link the first thing that the keyboard reaches. */
  consent: ReactNode
  children: ReactNode
}

/** What surrounds every public page. The parts come from outside, because their code is loaded later than this. */
export function SiteLayout({ header, footer, consent, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {consent}
      {header}
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      {footer}
      <LateToasts />
    </div>
  )
}
