import { lazy, Suspense } from 'react'
import { SiteHeader } from '~/components/layouts/site-header'
import type { BrowserSession } from '~/lib/browser-session'
import { CartButton } from '~/features/catalogue/cart/cart-button'
import { AccountSlot } from './visitor/account-slot'
import { dashboardHref } from './visitor/use-visitor'

const AccountLinks = lazy(() => import('./visitor/account-links').then((module) => ({ default: module.AccountLinks })))

interface SiteTopProps {
  companyName: string
  shopUrl: string
  visitor: BrowserSession | null
}

/** The header with its controls: the cart, and whoever is signed in. */
export function SiteTop({ companyName, shopUrl, visitor }: SiteTopProps) {
  return (
    <SiteHeader
      companyName={companyName}
      cart={<CartButton shopUrl={shopUrl} />}
      account={{
        bar: <AccountSlot visitor={visitor} />,
        // Visitors get nothing here: the Dashboard link leads them to the sign-in.
        menu: visitor && (
          <Suspense>
            <AccountLinks email={visitor.email} />
          </Suspense>
        ),
        dashboardHref: dashboardHref(visitor),
      }}
    />
  )
}
