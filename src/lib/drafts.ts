import { useCallback, useSyncExternalStore } from 'react'

/** Unsent text, kept in this tab until it is sent, so that a reload loses nothing. */

/** Drafts that storage has refused, because it is full or switched off: kept until the page goes. */
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

/** @param text empty for nothing */
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

/** The text of a field that is kept while it is written, the same in all fields of a key. @param key the same after a reload */
export function useDraft(key: string): [text: string, change: (next: (was: string) => string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(key),
    () => '',
  )
  const change = useCallback((next: (was: string) => string) => keepDraft(key, next(readDraft(key))), [key])
  return [text, change]
}
