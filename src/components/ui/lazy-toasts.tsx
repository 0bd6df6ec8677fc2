import { lazy, Suspense } from 'react'
import { createShared } from '~/lib/shared-value'
import type { notify } from './notify'

const Toasts = lazy(() => import('./toasts').then((module) => ({ default: module.Toasts })))

const wanted = createShared(false)

/** Makes the place for toasts ready, on a page of the site that has the code for them anyway. */
export function wantToasts(): void {
  wanted.set(true)
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
  return wanted.use() ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
