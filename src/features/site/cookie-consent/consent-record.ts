/** Storage keys of the choice (contract.md, Browser storage). */
export const consentKeys = { preferences: 'cookie-preferences', consent: 'cookie-consent', date: 'cookie-consent-date' } as const

/** A choice is stored and no tag waits for it; always false without storage. */
export function consentIsSettled(): boolean {
  try {
    return !(window.gtag ?? window.dataLayer) && localStorage.getItem(consentKeys.consent) !== null
  } catch {
    return false
  }
}
