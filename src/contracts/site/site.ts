import type { ActiveMachine } from '~/contracts/catalogue/machines'
import type { ShopOverview } from '~/contracts/catalogue/products'
import type { SiteSettings } from './settings'

/** What public pages are made of, and what follows every change live in open browsers. */
export interface SiteData {
  settings: SiteSettings
  /** The machines that the calculator offers, by manufacturer and model. */
  machines: ActiveMachine[]
  /** What the products page shows first, or why there is no list. */
  products: ShopOverview
}

export type LiveTopic = keyof SiteData
export const liveTopics = ['settings', 'machines', 'products'] as const satisfies readonly LiveTopic[]

/** What every public page gets beside its topics. */
export interface SitePageProps {
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The external shop, without a slash at the end. */
  shopUrl: string
  /** The Google tag that is told of consent; null: no third-party script. */
  googleTagId: string | null
  /** Whether the shop takes messages and newsletter addresses itself. */
  hasInbox: boolean
  /** Whether repairs and trade-ins can be asked for online. */
  onlineRequests: boolean
  /** Which state of its topics the page shows, so that the live stream brings only what is newer. */
  liveId: string
}
