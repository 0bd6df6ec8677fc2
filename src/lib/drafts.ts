import { useState } from 'react'

/** Unsent text, kept in this tab until it is sent, so that a reload loses nothing. */

/** Storage may be switched off: nothing is kept then. */
export function readDraft(key: string): string {
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
  } catch {
    // Full or switched off.
  }
}

/** The text of a field that is kept while it is written. @param key the same after a reload */
export function useDraft(key: string): [text: string, change: (next: (was: string) => string) => void] {
  const [text, setText] = useState(() => readDraft(key))
  const change = (next: (was: string) => string) =>
    setText((was) => {
      const changed = next(was)
      keepDraft(key, changed)
      return changed
    })
  return [text, change]
}
