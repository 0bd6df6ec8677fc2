import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type AuthEvent, type AuthEventOrigin, announce, onAuthEvent, onSessionDoubt } from '~/lib/auth-events'
import { type BrowserSession, readBrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { signOutBrowser } from '~/lib/sign-out'
import { type Auth, AuthContext } from './auth-context'
import type { SignedOutBy } from './sign-out'

/** Well before an administrator's session ends that is in use: five minutes is the shortest idle time (env.ts). */
const EVERY_MS = 2 * 60 * 1000
/** After an attempt that got no answer. */
const KEEP_ALIVE_RETRY_MS = 30 * 1000
/** A tab that comes back into view asks at once, unless it has just done so. */
const FRESH_MS = 60 * 1000

interface KeepAlive {
  /** Only while somebody is signed in. */
  active: boolean
  /** @throws when the server gives no answer */
  refresh: () => Promise<void>
}

/** Prolongs the session while its page is looked at; a hidden tab leaves that to the others. */
function useKeepAlive({ active, refresh }: KeepAlive): void {
  const attempt = useEffectEvent(refresh)

  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout>
    let last = Date.now()
    let over = false
    const later = (ms: number) => {
      clearTimeout(timer)
      if (!over) timer = setTimeout(run, ms)
    }
    const run = () => {
      if (document.visibilityState === 'hidden') return
      last = Date.now()
      attempt().then(
        () => later(EVERY_MS),
        () => later(KEEP_ALIVE_RETRY_MS),
      )
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - last >= FRESH_MS) run()
    }
    later(EVERY_MS)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onVisible)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onVisible)
    }
  }, [active])
}

interface AuthProviderProps {
  /** Who is signed in, where the server has said so with the page; else the browser asks. */
  viewer?: BrowserSession
  /** Whether the page is still for whoever is signed in; of one that is for everybody nothing is asked. */
  mayStay?: (session: BrowserSession) => boolean
  /** What becomes of the page when nobody is signed in any more, or it is no longer for them. */
  onSignedOut: (by: SignedOutBy) => void
  children: ReactNode
}

interface Known {
  status: Auth['status']
  session: BrowserSession | null
}

/** While the server cannot say who is signed in, it is asked this often. */
const RETRY_MS = 3_000

const known = (session: BrowserSession | null): Known => ({ status: session ? 'signed-in' : 'signed-out', session })

/**
 * Who is signed in, for everything inside (spec §4 Auth events): kept alive while the page is looked at,
 * in step with the browser's other tabs. An ended session is removed; a server that gives no answer ends nothing.
 */
export function AuthProvider({ viewer, mayStay, onSignedOut, children }: AuthProviderProps) {
  const [state, setState] = useState<Known>(viewer ? known(viewer) : { status: 'loading', session: null })

  const reload = useCallback(async () => {
    const session = await readBrowserSession()
    setState(known(session))
    return session
  }, [])

  const end = (by: SignedOutBy) => {
    const wasSignedIn = state.status === 'signed-in'
    setState(known(null))
    if (wasSignedIn) onSignedOut(by)
  }

  /** Asks whether the session is still there; tells the other tabs what came of it. */
  const refresh = async () => {
    const session = await readBrowserSession()
    if (!session) {
      end('end')
      announce('SIGNED_OUT', 'elsewhere')
      return
    }
    setState(known(session))
    announce('TOKEN_REFRESHED')
    // Once: what is refused while the page leaves must not make it leave anew.
    if (mayStay && !mayStay(session)) end('role')
  }
  useKeepAlive({ active: state.status === 'signed-in', refresh })

  const hear = useEffectEvent((event: AuthEvent, origin: AuthEventOrigin) => {
    if (event === 'SIGNED_OUT') end('choice')
    else if (origin === 'elsewhere' && event !== 'TOKEN_REFRESHED') {
      reload().then(
        (session) => {
          // What a guarded page shows belongs to whom it was made for.
          if (viewer && session?.email !== viewer.email) onSignedOut('choice')
          else if (session && mayStay && !mayStay(session)) end('role')
        },
        () => undefined,
      )
    }
  })

  const isAsking = useRef(false)
  const doubt = useEffectEvent(async () => {
    // Calls that are refused together are one doubt.
    if (state.status !== 'signed-in' || isAsking.current) return
    isAsking.current = true
    await refresh().catch(() => undefined)
    isAsking.current = false
  })

  useEffect(() => onAuthEvent((event, origin) => hear(event, origin)), [])
  useEffect(() => onSessionDoubt(() => void doubt()), [])
  const isToldByPage = viewer !== undefined
  useEffect(() => {
    if (isToldByPage) return undefined
    let timer: ReturnType<typeof setTimeout>
    let over = false
    const look = () => {
      readBrowserSession().then(
        (session) => {
          if (!over) setState(known(session))
        },
        () => {
          if (over) return
          // Who may be signed in is not taken for a visitor while the server cannot say. For anybody else the form
          // shows, and says at the first try what is wrong.
          if (maySignedIn()) timer = setTimeout(look, RETRY_MS)
          else setState((now) => (now.status === 'loading' ? known(null) : now))
        },
      )
    }
    look()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [isToldByPage])

  const auth = useMemo<Auth>(() => ({ ...state, reload, signOut: signOutBrowser }), [state, reload])
  return <AuthContext value={auth}>{children}</AuthContext>
}
