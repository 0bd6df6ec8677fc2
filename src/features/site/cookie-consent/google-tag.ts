import type { CookiePreferences } from './preferences'

/**
 * Google's page tag in consent mode (requirements §4 Cookie consent). Commands are queued in `dataLayer`, which
 * the tag works off in their order when it has loaded.
 * @see https://developers.google.com/tag-platform/security/guides/consent
 */

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const TAG_ADDRESS = 'https://www.googletagmanager.com/gtag/js'

/** Milliseconds that the tag waits for updates before it acts on the default state. */
const WAIT_FOR_UPDATE = 500

const deniedByDefault = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
  wait_for_update: WAIT_FOR_UPDATE,
} as const

/** Consent types of the tag that a category grants; other categories do not concern the tag. */
const grants = {
  analytics: { analytics_storage: 'granted' },
  marketing: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
} as const
type TagCategory = keyof typeof grants
const tagCategories: readonly TagCategory[] = ['analytics', 'marketing']

/** Categories granted to the tag since this page was loaded; undefined until it has been started. */
let granted: Set<TagCategory> | undefined

/** Queues a command. The tag takes `arguments` objects for commands, and arrays for something else. */
function gtag(..._command: unknown[]) {
  ;(window.dataLayer ??= []).push(arguments)
}

/** True if a choice withdraws consent that the tag has on this page. */
export const isWithdrawal = (preferences: CookiePreferences) =>
  tagCategories.some((category) => granted?.has(category) === true && !preferences[category])

/**
 * Brings the tag in line with the visitor's choice: the first call starts it denied, grants are sent
 * once per page load, denials never. A tag that has been granted something cannot be trusted to forget
 * it, so a withdrawal removes its cookies and loads the page afresh.
 */
export function followConsent(tagId: string, preferences: CookiePreferences) {
  if (isWithdrawal(preferences)) {
    removeTagCookies()
    window.location.reload()
    return
  }
  const starting = granted === undefined
  const known = (granted ??= new Set())
  if (starting) gtag('consent', 'default', deniedByDefault)
  for (const category of tagCategories) {
    if (!preferences[category] || known.has(category)) continue
    known.add(category)
    gtag('consent', 'update', grants[category])
  }
  if (!starting) return
  // Left behind by the old page's last moments, or by a cleared storage.
  if (known.size === 0) removeTagCookies()
  gtag('js', new Date())
  gtag('config', tagId)
  loadTag(tagId)
}

function loadTag(tagId: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = `${TAG_ADDRESS}?id=${encodeURIComponent(tagId)}`
  document.head.append(script)
}

/** Google's first-party cookies: analytics (_ga, _ga_<id>, _gid, _gat), tag manager, ads (_gcl_*, _gac_*, __gads, __gpi). */
const tagCookie = /^(_ga|_gid|_gat|_dc_gtm|_gcl|_gac|__gads|__gpi)(_|$)/

/** 'www.shop.example' → the host itself and each domain that it may set cookies for; browsers refuse public suffixes. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** Removes the tag's cookies from this host and from every domain above it, where the tag puts them. */
export function removeTagCookies() {
  const names = document.cookie.split('; ').flatMap((cookie) => cookie.split('=')[0] ?? [])
  for (const name of names.filter((each) => tagCookie.test(each))) {
    const expired = `${name}=; path=/; max-age=0`
    document.cookie = expired
    for (const domain of domainsOf(window.location.hostname)) document.cookie = `${expired}; domain=${domain}`
  }
}
