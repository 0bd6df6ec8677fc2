import type { ReactNode } from 'react'
import { HydratedControls } from '~/components/ui/hydrated-controls'
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

/** What surrounds every public page; its parts belong to a feature and come from outside. */
export function SiteLayout({ header, footer, consent, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {consent}
      <HydratedControls>{header}</HydratedControls>
      <main id="main" tabIndex={-1} className="grow outline-none">
        <HydratedControls>{children}</HydratedControls>
      </main>
      <HydratedControls>{footer}</HydratedControls>
      <LateToasts />
    </div>
  )
}
