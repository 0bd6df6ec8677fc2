import { useSyncExternalStore } from 'react'

/**
 * A value that the parts of a page share, and the next page of the site too. The server shows the first one, and so does the
 * browser while React takes its HTML over.
 */
export function createShared<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const get = () => value
  return {
    get,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, () => first),
  }
}
