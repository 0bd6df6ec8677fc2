import { lazy, Suspense } from 'react'
import { createShared } from '~/lib/shared-value'
import type { notify } from './notify'

const Toasts = lazy(() => import('./toasts').then((module) => ({ default: module.Toasts })))

const wanted = createShared(false)

/** Shows the place for toasts on a page of the site that has loaded its code already. */
export function wantToasts(): void {
  wanted.set(true)
}

/** For public pages, whose first load has no code for toasts; needs `<LazyToasts>` on the page. */
export function notifyLazily(...notice: Parameters<typeof notify>): void {
  wantToasts()
  import('./notify').then(
    (module) => module.notify(...notice),
    (error: unknown) => console.error('A notice could not be shown', error),
  )
}

export function LazyToasts() {
  return wanted.use() ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
