import type { SiteData } from '~/contracts/site/site'
import type { SiteSettings } from '~/contracts/site/settings'

/** An event of the site's stream to a subscriber that named topics. */
export function byTopic(data: SiteSettings | Partial<SiteData>): Partial<SiteData> {
  if ('site_title' in data) throw new Error('Came as settings by themselves')
  return data
}
