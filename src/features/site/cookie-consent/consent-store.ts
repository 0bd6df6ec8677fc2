import { useSyncExternalStore } from 'react'
import { consentKeys as keys } from './consent-record'
import { essentialOnly, parsePreferences, type CookiePreferences } from './preferences'

/** The visitor's choice in this browser's storage, and who follows it. */

type Entries = Record<keyof typeof keys, string | null>

export interface Consent {
  /** False until the visitor has chosen; the banner asks until then. */
  decided: boolean
  preferences: CookiePreferences
  /** When the choice was made; undefined where none is recorded. */
  date: Date | undefined
}

const nothingStored: Entries = { preferences: null, consent: null, date: null }

/** Replaces the storage that a browser refuses, until the page is left. */
let unstored = nothingStored
const listeners = new Set<() => void>()

function readEntries(): Entries {
  try {
    const consent = localStorage.getItem(keys.consent)
    if (consent === null) return unstored
    return { preferences: localStorage.getItem(keys.preferences), consent, date: localStorage.getItem(keys.date) }
  } catch {
    // Storage is switched off in this browser.
    return unstored
  }
}

function parse({ preferences, consent, date: stored }: Entries): Consent {
  if (consent === null) return { decided: false, preferences: essentialOnly, date: undefined }
  const date = new Date(stored ?? '')
  return { decided: true, preferences: parsePreferences(preferences), date: Number.isNaN(date.getTime()) ? undefined : date }
}

let read = { text: '', consent: parse(nothingStored) }

/** The choice as it is stored now; the same object as long as nothing changes. */
export function readConsent(): Consent {
  const entries = readEntries()
  const text = JSON.stringify(entries)
  if (text !== read.text) read = { text, consent: parse(entries) }
  return read.consent
}

/** Stores a choice with its date and notifies all followers. Answers true if the browser has stored it. */
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
    // Last, because other tabs take the choice for made as soon as this is there.
    localStorage.setItem(keys.consent, entries.consent)
    return true
  } catch {
    forget()
    return false
  }
}

/** A choice that could not be replaced must not stand for the new one. */
function forget() {
  try {
    for (const key of Object.values(keys)) localStorage.removeItem(key)
  } catch {
    // Storage is switched off in this browser: nothing stands there.
  }
}

/** Follows this tab, the other tabs, and what they did while this page lay in the back-forward cache. */
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

/** The visitor's choice, followed; undefined in static HTML, where it is not known. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(subscribe, readConsent, () => undefined)
}
