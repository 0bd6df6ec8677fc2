import type { GetServerSideProps, GetStaticProps } from 'next'
import type { LiveTopic, SiteData, SitePageProps } from '~/contracts/site/site'
import { failedOverview, featured, isPriceOnRequest, productFailures, type FeaturedProduct } from '~/contracts/catalogue/products'
import { noNetwork } from '~/contracts/catalogue/network'
import { defaultSettings } from '~/contracts/site/settings'
import { env } from '~/env'
import { eventIdOf } from '~/server/platform/change-feed/live-value'
import { servicesIfStarted } from '~/server/services'
import { calendarDay } from '~/lib/instant'

/** For pages made at build (requirements §1: defaults apply). */
const withoutDatabase: SiteData = {
  settings: defaultSettings,
  machines: [],
  products: failedOverview(productFailures.catalogue),
  network: noNetwork,
}

export async function siteProps<T extends LiveTopic>(...topics: T[]): Promise<Pick<SiteData, T> & SitePageProps> {
  const services = servicesIfStarted()
  const data = { ...withoutDatabase }
  // Names a page's topics even if nothing has been read.
  const seen = new Map<LiveTopic, string>(topics.map((topic) => [topic, '']))
  for (const topic of topics) {
    if (!services) break
    const snapshot = await services.live.values[topic].get()
    Object.assign(data, { [topic]: snapshot.data })
    seen.set(topic, snapshot.id)
  }
  const picked = Object.fromEntries(topics.map((topic) => [topic, data[topic]])) as Pick<SiteData, T>
  const { NEXTAUTH_URL: siteUrl, SHOP_URL: shopUrl, SELLS_HERE: sellsHere, ONLINE_REQUESTS: onlineRequests, GOOGLE_TAG_ID } = env()
  return { ...picked, siteUrl, shopUrl, sellsHere, googleTagId: GOOGLE_TAG_ID ?? null, onlineRequests, liveId: eventIdOf(seen) }
}

/** Pages are made without a database at build, and by the running server at its start and after each change (regenerate.ts). */
export function sitePage<T extends LiveTopic>(...topics: T[]): GetStaticProps<Pick<SiteData, T> & SitePageProps> {
  return async () => ({ props: await siteProps(...topics) })
}

const FEATURED = 3

export const homePage: GetStaticProps<
  Pick<SiteData, 'settings' | 'machines'> & SitePageProps & { featured: FeaturedProduct[] }
> = async () => {
  const { products, ...props } = await siteProps('settings', 'machines', 'products')
  const first = products.products
    .toSorted((a, b) => Number(isPriceOnRequest(a.price)) - Number(isPriceOnRequest(b.price)))
    .slice(0, FEATURED)
    .map(featured)
  return { props: { ...props, featured: first } }
}

interface LegalPageProps extends Pick<SiteData, 'settings'>, SitePageProps {
  /** Like '2026-11-21', in the business's time zone. */
  madeOn: string
}

const settingsPage = sitePage('settings')

/** The date is the day of making until the visitor's browser corrects it. */
export const legalPage: GetStaticProps<LegalPageProps> = async (context) => {
  const page = await settingsPage(context)
  if (!('props' in page)) return page
  return { ...page, props: { ...page.props, madeOn: calendarDay(new Date(), env().BUSINESS_TIMEZONE) } }
}

const LONGEST_SECRET = 200

/**
 * Props of a page opened by the secret in its address. Opening it, as mail scanners do, shows and changes nothing. The secret stays
 * private: no referrer is sent, and the page tag, which reports addresses, is left out.
 */
export const secretPage: GetServerSideProps<{ secret: string } & Pick<SiteData, 'settings'> & SitePageProps> = async ({ res, params }) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  return { props: { ...(await siteProps('settings')), googleTagId: null, secret: String(params?.secret).slice(0, LONGEST_SECRET) } }
}
