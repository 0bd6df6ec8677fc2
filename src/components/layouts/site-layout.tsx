import type { ReactNode } from 'react'
import { LateToasts } from '~/components/ui/late-toasts'
import type { SiteSettings } from '~/contracts/settings'
import { dashboardLink } from './navigation'
import { SiteFooter } from './site-footer'
import { SiteHeader, type AccountParts } from './site-header'
import { SkipLink } from './skip-link'

interface SiteLayoutProps {
  settings: SiteSettings
  /** The Cart button of the header. */
  cart: ReactNode
  /** The Cookie Settings control of the footer. */
  cookieSettings: ReactNode
  /** What asks for consent to cookies: after the skip link the first thing that the keyboard reaches. */
  consent: ReactNode
  /** Who is signed in, for header and menu; a visitor where it is left out. */
  account?: AccountParts
  children: ReactNode
}

const ofVisitor: AccountParts = { bar: null, menu: null, dashboardHref: dashboardLink.href }

/**
 * What surrounds every public page. The controls come from outside, because what they open belongs
 * to a feature, which a layout does not know.
 */
export function SiteLayout({ settings, cart, cookieSettings, consent, account = ofVisitor, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {consent}
      <SiteHeader companyName={settings.company_name} cart={cart} account={account} />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <SiteFooter settings={settings} cookieSettings={cookieSettings} dashboardHref={account.dashboardHref} />
      <LateToasts />
    </div>
  )
}
