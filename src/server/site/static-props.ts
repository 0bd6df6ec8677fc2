import type { GetStaticProps } from 'next'
import type { LiveTopic, SiteData, SitePageProps } from '~/contracts/site'
import { defaultSettings } from '~/contracts/settings'
import { env } from '~/env'
import { servicesIfStarted } from '~/server/services'

/** What a page says where there is no database: at build (spec §1: defaults apply). */
const withoutDatabase: SiteData = { settings: defaultSettings, machines: [] }

/**
 * The static props of a public page: its topics as they are now. Pages are made without a database
 * at build, and anew by the running server at its start and after each change (regenerate.ts).
 */
export function sitePage<T extends LiveTopic>(...topics: T[]): GetStaticProps<Pick<SiteData, T> & SitePageProps> {
  return async () => {
    const services = servicesIfStarted()
    const data = { ...withoutDatabase }
    for (const topic of topics) {
      if (services) Object.assign(data, { [topic]: (await services.live.values[topic].get()).data })
    }
    const picked = Object.fromEntries(topics.map((topic) => [topic, data[topic]])) as Pick<SiteData, T>
    const { NEXTAUTH_URL: siteUrl, SHOP_URL: shopUrl } = env()
    return { props: { ...picked, siteUrl, shopUrl } }
  }
}
