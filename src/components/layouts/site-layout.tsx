import type { ReactNode } from 'react'
import { HydratedControls } from '~/components/ui/hydrated-controls'
import { LazyToasts } from '~/components/ui/lazy-toasts'

function SkipLink() {
  return (
    <a href="#main" className="skip-link">
      Skip to content
    </a>
  )
}

interface SiteLayoutProps {
  header: ReactNode
  footer: ReactNode
  /** By keyboard the first stop after the skip link. */
  consent: ReactNode
  children: ReactNode
}

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
      <LazyToasts />
    </div>
  )
}
