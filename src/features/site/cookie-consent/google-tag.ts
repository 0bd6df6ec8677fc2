import type { CookiePreferences } from './preferences'

/**
 * Applies the visitor's choice (requirements §4 Cookie consent) to the page's tag, whether the shop (`GOOGLE_TAG_ID`) or somebody else
 * added it. The tag runs the commands queued in `dataLayer` in order. Denials are never sent: instead the shop's own tag loads with the
 * first grant, and its advertising stays off until marketing is granted.
 * @see https://developers.google.com/tag-platform/security/guides/consent
 */

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (...command: unknown[]) => void
  }
}

const TAG_ADDRESS = 'https://www.googletagmanager.com/gtag/js'

/** Consent types of the tag, by category; other categories do not concern it. */
const grants = {
  analytics: { analytics_storage: 'granted' },
  marketing: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
} as const
type TagCategory = keyof typeof grants
const tagCategories: readonly TagCategory[] = ['analytics', 'marketing']

/** The advertising parts of the shop's own tag. @see https://developers.google.com/tag-platform/gtagjs/reference */
const advertising = (isOn: boolean) => ({
  allow_google_signals: isOn,
  allow_ad_personalization_signals: isOn,
  conversion_linker: isOn,
})

/** Granted since this page was loaded. */
const granted = new Set<TagCategory>()
let isStarted = false
let isLeaving = false

function queue(..._command: unknown[]) {
  ;(window.dataLayer ??= []).push(arguments)
}

/** Sends a command to the tag. */
function tell(...command: unknown[]) {
  if (window.gtag) window.gtag(...command)
  else queue(...command)
}

/** Withdraws consent that the tag has on this page. */
export const isWithdrawal = (preferences: CookiePreferences) =>
  tagCategories.some((category) => granted.has(category) && !preferences[category])

/**
 * Applies the choice to the tag: grants are sent once per page load, denials never. A granted tag cannot be trusted to forget, so a
 * withdrawal removes its cookies and reloads the page.
 * @param tagId the shop's own tag, loaded with the first grant; null without one
 */
export function followConsent(preferences: CookiePreferences, tagId: string | null = null) {
  if (isLeaving) return
  if (isWithdrawal(preferences)) {
    isLeaving = true
    removeTagCookies()
    window.location.reload()
    return
  }
  const wanted = tagCategories.filter((category) => preferences[category])
  const starts = tagId !== null && !isStarted && wanted.length > 0
  // Cookies can remain from the previous page, or after storage was cleared.
  if (tagId !== null && wanted.length === 0) removeTagCookies()
  if (!starts && !window.gtag && !window.dataLayer) return
  for (const category of wanted) {
    if (granted.has(category)) continue
    granted.add(category)
    tell('consent', 'update', grants[category])
    if (isStarted && category === 'marketing') tell('set', advertising(true))
  }
  if (!starts) return
  isStarted = true
  tell('js', new Date())
  tell('config', tagId, advertising(preferences.marketing))
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

/** The host and each domain it may set cookies for; browsers refuse public suffixes. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** On this host and every domain above it, where the tag sets them. */
export function removeTagCookies() {
  const names = document.cookie.split('; ').flatMap((cookie) => cookie.split('=')[0] ?? [])
  for (const name of names.filter((each) => tagCookie.test(each))) {
    const expired = `${name}=; path=/; max-age=0`
    document.cookie = expired
    for (const domain of domainsOf(window.location.hostname)) document.cookie = `${expired}; domain=${domain}`
  }
}
