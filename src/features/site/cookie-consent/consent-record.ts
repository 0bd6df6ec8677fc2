/** Storage keys of the visitor's choice (contract.md, Browser storage). */
export const consentKeys = { preferences: 'cookie-preferences', consent: 'cookie-consent', date: 'cookie-consent-date' } as const

/** True if this browser has a choice on record that no tag on the page waits for; one that stores nothing never has. */
export function consentIsSettled(): boolean {
  try {
    return !(window.gtag ?? window.dataLayer) && localStorage.getItem(consentKeys.consent) !== null
  } catch {
    return false
  }
}
