import type { ActiveMachine } from '~/contracts/catalogue/machines'
import type { NetworkFigures } from '~/contracts/catalogue/network'
import type { ShopOverview } from '~/contracts/catalogue/products'
import type { SiteSettings } from './settings'

export interface SiteData {
  settings: SiteSettings
  machines: ActiveMachine[]
  products: ShopOverview
  network: NetworkFigures
}

export type LiveTopic = keyof SiteData
export const liveTopics = ['settings', 'machines', 'products', 'network'] as const satisfies readonly LiveTopic[]

export interface SitePageProps {
  siteUrl: string
  /** The external shop, without a trailing slash. */
  shopUrl: string
  /** The cart is this site's own: there is no external shop. */
  sellsHere: boolean
  /** The shop's own Google tag, loaded with consent; null for no third-party script. */
  googleTagId: string | null
  onlineRequests: boolean
  /** State of the page; the live stream sends only newer ones. */
  liveId: string
}
