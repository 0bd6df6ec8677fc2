import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { notify } from './notify'

const Toasts = lazy(() => import('./toasts').then((module) => ({ default: module.Toasts })))

let wanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Makes the place for toasts ready, on a page of the site that has the code for them anyway. */
export function wantToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** Shows a toast on a public page, whose first load has no code for it; `<LazyToasts>` must be on the page. */
export function notifyLazily(...notice: Parameters<typeof notify>): void {
  wantToasts()
  import('./notify').then(
    (module) => module.notify(...notice),
    (error: unknown) => console.error('A notice could not be shown', error),
  )
}

/** The place where toasts appear on a public page, from the first one on. */
export function LazyToasts() {
  const needed = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  )
  return needed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
