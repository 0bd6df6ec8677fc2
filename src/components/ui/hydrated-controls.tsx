import type { ReactNode } from 'react'
import { useHydrated } from '~/lib/use-hydrated'

/**
 * A part of a page whose buttons and fields need the page's scripts: disabled until those run, so that no press is lost and
 * nothing is typed that a script does not know of. Links and `<details>` in it work at once. Nothing looks disabled meanwhile
 * (the variant `disabled` of globals.css), so that nothing flashes.
 */
export function HydratedControls({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <fieldset role="none" disabled={!hydrated} data-hydrating={hydrated ? undefined : ''} className="contents">
      {children}
    </fieldset>
  )
}
