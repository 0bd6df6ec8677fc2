/** Storage keys of the visitor's choice (contract.md, Browser storage). */
export const consentKeys = { preferences: 'cookie-preferences', consent: 'cookie-consent', date: 'cookie-consent-date' } as const

/** True if this browser has a choice on record; one that stores nothing never has. */
export function consentIsRecorded(): boolean {
  try {
    return localStorage.getItem(consentKeys.consent) !== null
  } catch {
    return false
  }
}
