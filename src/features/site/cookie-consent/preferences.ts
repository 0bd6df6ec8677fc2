/** (requirements §3 Cookie preferences) */

export const cookieCategories = ['essential', 'functional', 'analytics', 'marketing'] as const
export type CookieCategory = (typeof cookieCategories)[number]
export type CookiePreferences = Record<CookieCategory, boolean>

/** (requirements §5) */
export const essentialOnly: CookiePreferences = { essential: true, functional: false, analytics: false, marketing: false }
export const allCookies: CookiePreferences = { essential: true, functional: true, analytics: true, marketing: true }

/** An unreadable value counts as refused. */
export function parsePreferences(stored: string | null): CookiePreferences {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    const granted = (category: CookieCategory) =>
      typeof parsed === 'object' && parsed !== null && Object.entries(parsed).some(([key, value]) => key === category && value === true)
    return { essential: true, functional: granted('functional'), analytics: granted('analytics'), marketing: granted('marketing') }
  } catch {
    return essentialOnly
  }
}
