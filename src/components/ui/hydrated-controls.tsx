import { Activity, type ReactNode } from 'react'
import { useHydrated } from '~/lib/page-lifecycle'

/**
 * A part of a page whose buttons and fields need the page's scripts: disabled until those run, so that no press is lost and
 * nothing is typed that a script does not know of. Links and `<details>` in it work at once. Nothing looks disabled meanwhile
 * (the variant `disabled` of globals.css), so that nothing flashes.
 *
 * `Activity`, always visible, is a boundary of React's selective hydration: the part is taken over by itself, in slices that
 * let the browser answer in between, and not with the whole page in one long task (docs/decisions/005).
 */
export function HydratedControls({ children }: { children: ReactNode }) {
  return (
    <Activity>
      <Controls>{children}</Controls>
    </Activity>
  )
}

function Controls({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <fieldset role="none" disabled={!hydrated} data-hydrating={hydrated ? undefined : ''} className="contents">
      {children}
    </fieldset>
  )
}
