import type { ReactNode } from 'react'
import type { SiteSettings } from '~/contracts/settings'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'
import { SkipLink } from './skip-link'

interface SiteLayoutProps {
  settings: SiteSettings
  /** The Cart button of the header. */
  cart: ReactNode
  /** The Cookie Settings control of the footer. */
  cookieSettings: ReactNode
  children: ReactNode
}

/**
 * What surrounds every public page. The two controls come from the page, because what they open
 * belongs to features, which a layout does not know.
 */
export function SiteLayout({ settings, cart, cookieSettings, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader companyName={settings.company_name} cart={cart} />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <SiteFooter settings={settings} cookieSettings={cookieSettings} />
    </div>
  )
}
