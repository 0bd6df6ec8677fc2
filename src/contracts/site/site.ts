import type { ActiveMachine } from '~/contracts/catalogue/machines'
import type { NetworkFigures } from '~/contracts/catalogue/network'
import type { ShopOverview } from '~/contracts/catalogue/products'
import type { SiteSettings } from './settings'

/** Data of public pages; open browsers follow every change of it live. */
export interface SiteData {
  settings: SiteSettings
  /** The machines that the calculator offers, by manufacturer and model. */
  machines: ActiveMachine[]
  /** The first products, or the reason why there is no list. */
  products: ShopOverview
  /** Coins and assumptions. */
  network: NetworkFigures
}

export type LiveTopic = keyof SiteData
export const liveTopics = ['settings', 'machines', 'products', 'network'] as const satisfies readonly LiveTopic[]

export interface SitePageProps {
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The external shop, without a slash at the end. */
  shopUrl: string
  /** The shop's own Google tag, loaded with consent; null: no third-party script. */
  googleTagId: string | null
  /** Customers can ask for repairs and trade-ins online. */
  onlineRequests: boolean
  /** State that the page shows, so that the live stream sends only newer ones. */
  liveId: string
}
