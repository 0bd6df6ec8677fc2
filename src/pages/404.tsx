import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { ErrorScreen } from '~/features/errors/error-screen'
import { useLogMissingPath } from '~/features/errors/use-log-missing-path'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function NotFoundPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl } = useLive(props)
  useLogMissingPath()
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo settings={settings} siteUrl={siteUrl} path="/404" title="Page not found" noIndex />
      <ErrorScreen status={404} title="Oops! Page not found" text="The address may be mistyped, or the page has moved." />
    </SiteLayout>
  )
}
