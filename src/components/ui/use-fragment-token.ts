import { useEffect, useState } from 'react'

/** An email's request and the token that proves it. */
export interface FragmentToken<Purpose extends string> {
  purpose: Purpose
  token: string
}

function parse<Purpose extends string>(purposes: readonly Purpose[], hash: string): FragmentToken<Purpose> | null {
  const [, named, token] = /^#([a-z]+)=(.+)$/.exec(hash) ?? []
  const purpose = purposes.find((one) => one === named)
  return purpose !== undefined && token !== undefined ? { purpose, token } : null
}

/** The address without its fragment, in the bar, in the history, and in what Next keeps of it. */
function forgetFragment(): void {
  const path = location.pathname + location.search
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), as: path }, '', path)
}

/**
 * Reads the token of an email's link from behind the #, and removes it from the address at once, so that it stays in no history
 * and no screenshot.
 * @param purposes names in front of the `=`; the same array each time
 */
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
    // A link that is opened in this very tab changes the fragment alone.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [purposes])

  return { link, looked, drop: () => setLink(null) }
}
