import type { ActiveMachine } from './machines'
import type { SiteSettings } from './settings'

/** What public pages are made of, and what follows every change live in open browsers. */
export interface SiteData {
  settings: SiteSettings
  /** The machines that the calculator offers, by manufacturer and model. */
  machines: ActiveMachine[]
}

export type LiveTopic = keyof SiteData
export const liveTopics = ['settings', 'machines'] as const satisfies readonly LiveTopic[]

/** What every public page gets beside its topics. */
export interface SitePageProps {
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The external shop, without a slash at the end. */
  shopUrl: string
}
