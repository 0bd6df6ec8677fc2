import Link from 'next/link'
import { lazy, Suspense, useState, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { SiteFooter } from '~/components/layouts/site-footer'
import { SiteHeader } from '~/components/layouts/site-header'
import { SiteLayout } from '~/components/layouts/site-layout'
import { PageHead, type PageHeadProps } from '~/components/seo/page-head'
import { Icon } from '~/components/ui/icon'
import { ChargesVat } from '~/components/ui/charges-vat'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { CartButton } from '~/features/catalogue/cart/cart-button'
import type { BrowserSession } from '~/lib/browser-session'
import { chargesVat } from '~/lib/charges-vat'
import { paths } from '~/lib/paths'
import { createShared } from '~/lib/shared-value'
import { consentIsSettled } from './cookie-consent/consent-record'
import type { CookieConsent } from './cookie-consent/cookie-consent'
import { CookieSettingsButton } from './cookie-consent/cookie-settings-button'
import { dashboardHref, useVisitor, accountButtonClasses } from './visitor/use-visitor'

interface PublicPageProps extends Omit<PageHeadProps, 'settings' | 'siteUrl'> {
  /** The page's props, live or static. */
  site: Pick<SiteData, 'settings'> & SitePageProps
  children: ReactNode
}

/** Covers the page's screen, which stays mounted behind it (idle-work.tsx). */
export const screenReplacement = createShared<ReactNode>(null)

/** Header, footer, cookie consent and head of a public page. */
export function SitePage({ site, children, ...page }: PublicPageProps) {
  const { settings, siteUrl, shopUrl, sellsHere, googleTagId } = site
  const visitor = useVisitor()
  const replacement = screenReplacement.use()
  return (
    <ChargesVat value={chargesVat(settings)}>
      <SiteLayout
        header={<SiteTop companyName={settings.company_name} shopUrl={sellsHere ? null : shopUrl} visitor={visitor} />}
        footer={<SiteEnd settings={settings} dashboardHref={dashboardHref(visitor)} />}
        consent={<ConsentPlace googleTagId={googleTagId} />}
      >
        <PageHead settings={settings} siteUrl={siteUrl} {...page} />
        {replacement}
        <div hidden={replacement !== null}>{children}</div>
      </SiteLayout>
    </ChargesVat>
  )
}

function SiteEnd(props: Omit<ComponentProps<typeof SiteFooter>, 'cookieSettings'>) {
  return <SiteFooter {...props} cookieSettings={<CookieSettingsButton />} />
}

const AccountLinks = lazy(() => import('./visitor/account-links').then((module) => ({ default: module.AccountLinks })))

interface SiteTopProps {
  companyName: string
  shopUrl: string | null
  visitor: BrowserSession | null
}

function SiteTop({ companyName, shopUrl, visitor }: SiteTopProps) {
  return (
    <SiteHeader
      companyName={companyName}
      cart={<CartButton shopUrl={shopUrl} />}
      account={{
        bar: <AccountSlot visitor={visitor} />,
        // Visitors sign in by the Dashboard link.
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

const AccountMenu = lazy(() => import('./visitor/account-menu').then((module) => ({ default: module.AccountMenu })))

/** Sign-in or account, in the same place and size. */
function AccountSlot({ visitor }: { visitor: BrowserSession | null }) {
  if (visitor) {
    return (
      <Suspense fallback={<span className={accountButtonClasses} />}>
        <AccountMenu email={visitor.email} />
      </Suspense>
    )
  }
  return (
    <Link
      href={paths.auth}
      prefetch={false}
      aria-label="Sign in"
      title="Sign in"
      className="grid size-11 place-items-center rounded-full text-on-graphite-muted transition-colors hover:bg-graphite-raised hover:text-on-graphite"
    >
      <Icon name="user-round" className="size-5" />
    </Link>
  )
}

const LateConsent = lazy(() => import('./cookie-consent/cookie-consent').then((module) => ({ default: module.CookieConsent })))

/** Another tab may reset the choice, as may a page from the back/forward cache; a tag may appear until the page has loaded. */
function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}

/** Without a tag that depends on the answer, nothing loads after it. */
function ConsentPlace({ googleTagId }: ComponentProps<typeof CookieConsent>) {
  const settled = useSyncExternalStore(subscribe, consentIsSettled, () => true)
  const [used, setUsed] = useState(false)
  const needed = !settled || googleTagId !== null
  if (needed && !used) setUsed(true)
  return used ? (
    <Suspense>
      <LateConsent googleTagId={googleTagId} />
    </Suspense>
  ) : null
}
