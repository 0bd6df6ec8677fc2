import { Activity, type ReactNode } from 'react'
import { useHydrated } from '~/lib/page-lifecycle'

/**
 * Disables buttons and fields until the page is hydrated, so that no press or text is lost. Links and `<details>` work at once. Nothing
 * looks disabled meanwhile (the variant `disabled` of globals.css).
 * `Activity`, always visible, is a boundary of selective hydration: React hydrates the part in slices of its own, not in one long task
 * (docs/decisions/005).
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
