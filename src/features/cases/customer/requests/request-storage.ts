import type { CaseNoun } from '~/contracts/case-ref'

/** The request that somebody writes, in this browser's storage, which may be switched off: nothing is stored then. */

/** As it was stored, or by whatever else has written there; null where nothing is. */
export function readStored(noun: CaseNoun): unknown {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`request-${noun}`) ?? 'null')
    return value
  } catch {
    return null
  }
}

/** @param request null removes it */
export function storeRequest(noun: CaseNoun, request: object | null): void {
  try {
    if (request === null) localStorage.removeItem(`request-${noun}`)
    else localStorage.setItem(`request-${noun}`, JSON.stringify(request))
  } catch {
    // Full or switched off.
  }
}
