import type { ActiveMachine } from '~/contracts/catalogue/machines'
import type { NetworkFigures } from '~/contracts/catalogue/network'
import type { ShopOverview } from '~/contracts/catalogue/products'
import type { SiteSettings } from './settings'

/** Data of public pages, followed live by open browsers. */
export interface SiteData {
  settings: SiteSettings
  /** By manufacturer and model. */
  machines: ActiveMachine[]
  /** The first page, or the reason why there is no list. */
  products: ShopOverview
  /** Coins and assumptions. */
  network: NetworkFigures
}

export type LiveTopic = keyof SiteData
export const liveTopics = ['settings', 'machines', 'products', 'network'] as const satisfies readonly LiveTopic[]

export interface SitePageProps {
  siteUrl: string
  /** The external shop, without a trailing slash. */
  shopUrl: string
  /** The shop's own Google tag, loaded with consent; null for no third-party script. */
  googleTagId: string | null
  /** Customers can request repairs and trade-ins online. */
  onlineRequests: boolean
  /** State of the page; the live stream sends only newer ones. */
  liveId: string
}
