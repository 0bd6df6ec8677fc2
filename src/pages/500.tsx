import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { ErrorScreen } from '~/features/errors/error-screen'
import { sitePage } from '~/server/site/static-props'

export const getStaticProps = sitePage('settings')

/** Follows no live changes: where something is broken, less is asked of the server. */
export default function ServerErrorPage({ settings, siteUrl, shopUrl }: InferGetStaticPropsType<typeof getStaticProps>) {
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo settings={settings} siteUrl={siteUrl} path="/500" title="Something went wrong" noIndex />
      <ErrorScreen
        status={500}
        title="Oops! Something went wrong"
        text="The fault is on our side and has been logged. Please try again in a moment."
      />
    </SiteLayout>
  )
}
