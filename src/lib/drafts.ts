import { useCallback, useSyncExternalStore } from 'react'

/** Unsent text, kept in this tab so that a reload loses nothing. */

/** Drafts that storage refused (full or switched off), kept until the page is left. */
const unstored = new Map<string, string>()
const CHANGED = 'draft-changed'

export function readDraft(key: string): string {
  const here = unstored.get(key)
  if (here !== undefined) return here
  try {
    return sessionStorage.getItem(`draft ${key}`) ?? ''
  } catch {
    return ''
  }
}

/** @param text '' removes the draft */
export function keepDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(`draft ${key}`)
    else sessionStorage.setItem(`draft ${key}`, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  return () => window.removeEventListener(CHANGED, onChange)
}

/** @param key the same after a reload; fields with the same key share one text */
export function useDraft(key: string): [text: string, change: (next: (was: string) => string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(key),
    () => '',
  )
  const change = useCallback((next: (was: string) => string) => keepDraft(key, next(readDraft(key))), [key])
  return [text, change]
}
