import { useEffect, useState } from 'react'

export interface FragmentToken<Purpose extends string> {
  purpose: Purpose
  token: string
}

function parse<Purpose extends string>(purposes: readonly Purpose[], hash: string): FragmentToken<Purpose> | null {
  const [, named, token] = /^#([a-z]+)=(.+)$/.exec(hash) ?? []
  const purpose = purposes.find((one) => one === named)
  return purpose !== undefined && token !== undefined ? { purpose, token } : null
}

/** Removes the fragment from the address bar, the history and Next's own state. */
function forgetFragment(): void {
  const path = location.pathname + location.search
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), as: path }, '', path)
}

/** Removes the token from the address at once, so that it stays out of history and screenshots. @param purposes a constant array */
export function useFragmentToken<Purpose extends string>(purposes: readonly Purpose[]) {
  const [link, setLink] = useState<FragmentToken<Purpose> | null>(null)
  const [looked, setLooked] = useState(false)

  useEffect(() => {
    const take = () => {
      const found = parse(purposes, location.hash)
      if (found) {
        forgetFragment()
        setLink(found)
      }
      setLooked(true)
    }
    take()
    // A link opened in this tab changes only the fragment.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [purposes])

  return { link, looked, drop: () => setLink(null) }
}
