/** What a visitor allows (spec §3 Cookie preferences) and where the browser keeps it (contract.md, Browser storage). */

export const cookieCategories = ['essential', 'functional', 'analytics', 'marketing'] as const
export type CookieCategory = (typeof cookieCategories)[number]
export type CookiePreferences = Record<CookieCategory, boolean>

/** Essential cookies cannot be switched off (spec §5). */
export const essentialOnly: CookiePreferences = { essential: true, functional: false, analytics: false, marketing: false }

const PREFERENCES_KEY = 'cookie-preferences'
const CONSENT_KEY = 'cookie-consent'
const DATE_KEY = 'cookie-consent-date'

interface StoredConsent {
  preferences: CookiePreferences
  /** When it was given; undefined while no consent is recorded. */
  date: Date | undefined
}

function parsePreferences(stored: string | null): CookiePreferences {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    const granted = (category: CookieCategory) =>
      typeof parsed === 'object' && parsed !== null && Object.entries(parsed).some(([key, value]) => key === category && value === true)
    return { essential: true, functional: granted('functional'), analytics: granted('analytics'), marketing: granted('marketing') }
  } catch {
    return essentialOnly
  }
}

/** What is stored; what cannot be read counts as refused. */
export function readConsent(): StoredConsent {
  try {
    if (localStorage.getItem(CONSENT_KEY) !== 'true') return { preferences: essentialOnly, date: undefined }
    const date = new Date(localStorage.getItem(DATE_KEY) ?? '')
    return { preferences: parsePreferences(localStorage.getItem(PREFERENCES_KEY)), date: Number.isNaN(date.getTime()) ? undefined : date }
  } catch {
    // Storage is switched off in this browser.
    return { preferences: essentialOnly, date: undefined }
  }
}

/** Stores a choice with its date. Answers whether the browser kept it. */
export function storeConsent(preferences: CookiePreferences, date: Date): boolean {
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ ...preferences, essential: true }))
    localStorage.setItem(CONSENT_KEY, 'true')
    localStorage.setItem(DATE_KEY, date.toISOString())
    return true
  } catch {
    return false
  }
}
