import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type AuthEvent, type AuthEventOrigin, announce, onAuthEvent, onSessionCheckRequested } from '~/lib/auth-events'
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
  /** The session as the server sent it with the page; without it the browser asks. */
  viewer?: BrowserSession
  /** Says if the page is still for this session; absent on pages for everybody. */
  mayStay?: (session: BrowserSession) => boolean
  /** Called when the session has ended, or no longer may see the page. */
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
 * Provides the session (requirements §4 Auth events): keeps it alive while somebody looks at the page, and in step with the browser's
 * other tabs. An ended session is removed; a server that does not answer ends nothing.
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

  /** Asks if the session is still there, and sends the answer to the other tabs. */
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
          // A guarded page holds data of the account that it was made for.
          if (viewer && session?.email !== viewer.email) onSignedOut('choice')
          else if (session && mayStay && !mayStay(session)) end('role')
        },
        () => undefined,
      )
    }
  })

  const isAsking = useRef(false)
  const doubt = useEffectEvent(async () => {
    // Calls that are refused at the same time ask once.
    if (state.status !== 'signed-in' || isAsking.current) return
    isAsking.current = true
    await refresh().catch(() => undefined)
    isAsking.current = false
  })

  useEffect(() => onAuthEvent((event, origin) => hear(event, origin)), [])
  useEffect(() => onSessionCheckRequested(() => void doubt()), [])
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
          // While the server cannot answer, somebody who may be signed in is not shown as a visitor. Anybody else sees the form,
          // which reports the failure at the first try.
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
