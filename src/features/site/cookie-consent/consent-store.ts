import { useSyncExternalStore } from 'react'
import { consentKeys as keys } from './consent-record'
import { essentialOnly, parsePreferences, type CookiePreferences } from './preferences'

/** The visitor's choice in browser storage. */

type Entries = Record<keyof typeof keys, string | null>

export interface Consent {
  /** False until the visitor chooses; the banner is shown until then. */
  decided: boolean
  preferences: CookiePreferences
  /** Date of the choice; undefined if not stored. */
  date: Date | undefined
}

const nothingStored: Entries = { preferences: null, consent: null, date: null }

/** Replaces storage that the browser refuses, until the page is left. */
let unstored = nothingStored
const listeners = new Set<() => void>()

function readEntries(): Entries {
  try {
    const consent = localStorage.getItem(keys.consent)
    if (consent === null) return unstored
    return { preferences: localStorage.getItem(keys.preferences), consent, date: localStorage.getItem(keys.date) }
  } catch {
    // Storage is switched off.
    return unstored
  }
}

function parse({ preferences, consent, date: stored }: Entries): Consent {
  if (consent === null) return { decided: false, preferences: essentialOnly, date: undefined }
  const date = new Date(stored ?? '')
  return { decided: true, preferences: parsePreferences(preferences), date: Number.isNaN(date.getTime()) ? undefined : date }
}

let read = { text: '', consent: parse(nothingStored) }

/** Returns the same object until something changes. */
export function readConsent(): Consent {
  const entries = readEntries()
  const text = JSON.stringify(entries)
  if (text !== read.text) read = { text, consent: parse(entries) }
  return read.consent
}

/** Stores a choice with its date and notifies followers. False if the browser did not store it. */
export function storeConsent(preferences: CookiePreferences, date: Date): boolean {
  const entries = { preferences: JSON.stringify({ ...preferences, essential: true }), consent: 'true', date: date.toISOString() }
  const isStored = writeEntries(entries)
  unstored = isStored ? nothingStored : entries
  for (const listener of listeners) listener()
  return isStored
}

function writeEntries(entries: Record<keyof Entries, string>): boolean {
  try {
    localStorage.setItem(keys.preferences, entries.preferences)
    localStorage.setItem(keys.date, entries.date)
    // Last, because other tabs treat this entry as the completed choice.
    localStorage.setItem(keys.consent, entries.consent)
    return true
  } catch {
    forget()
    return false
  }
}

function forget() {
  try {
    for (const key of Object.values(keys)) localStorage.removeItem(key)
  } catch {
    // Storage is switched off.
  }
}

/** Follows this tab, other tabs, and their changes while this page was in the back/forward cache. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}

/** Undefined in static HTML. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(subscribe, readConsent, () => undefined)
}
