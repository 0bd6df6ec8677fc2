import { useEffect, useState } from 'react'

/** What an email's link to /auth asks for. */
export interface EmailLink {
  purpose: 'verify' | 'reset' | 'claim'
  token: string
}

const pattern = /^#(verify|reset|claim)=(.+)$/

function parse(hash: string): EmailLink | null {
  const [, purpose, token] = pattern.exec(hash) ?? []
  return (purpose === 'verify' || purpose === 'reset' || purpose === 'claim') && token !== undefined ? { purpose, token } : null
}

/** The address without its fragment, in the bar, in the history, and in what Next keeps of it. */
function forgetFragment(): void {
  const path = location.pathname + location.search
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), as: path }, '', path)
}

/**
 * The token that an email's link brought behind the #. It is taken out of the address at once, so that
 * it stays in no history and no screenshot.
 */
export function useEmailLink() {
  const [link, setLink] = useState<EmailLink | null>(null)
  const [looked, setLooked] = useState(false)

  useEffect(() => {
    const take = () => {
      const found = parse(location.hash)
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
  }, [])

  return { link, looked, drop: () => setLink(null) }
}
