import dynamic from 'next/dynamic'
import { useSyncExternalStore } from 'react'
import type { notify } from './notify'

const Toasts = dynamic(() => import('./toasts').then((module) => module.Toasts), { ssr: false })

let wanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a toast on a public page, whose first load has no code for it; `<LateToasts>` must be on the page. */
export function notifyLate(...notice: Parameters<typeof notify>): void {
  wanted = true
  for (const listener of listeners) listener()
  import('./notify').then(
    (module) => module.notify(...notice),
    (error: unknown) => console.error('A notice could not be shown', error),
  )
}

/** The place where toasts appear on a public page, from the first one on. */
export function LateToasts() {
  const needed = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  )
  return needed ? <Toasts /> : null
}
