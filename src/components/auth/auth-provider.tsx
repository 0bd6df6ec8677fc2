import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type AuthEvent, type AuthEventOrigin, announce, onAuthEvent, onSessionCheckRequested } from '~/lib/auth-events'
import { type BrowserSession, readBrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { signOutBrowser } from '~/lib/sign-out'
import { type Auth, AuthContext } from './auth-context'
import type { SignedOutBy } from './sign-out'

/** Well below an administrator's shortest idle time, five minutes (env.ts). */
const EVERY_MS = 2 * 60 * 1000
/** After an attempt without an answer. */
const KEEP_ALIVE_RETRY_MS = 30 * 1000
/** A tab that becomes visible asks at once, unless its last answer is younger. */
const FRESH_MS = 60 * 1000

interface KeepAlive {
  active: boolean
  /** @throws without an answer */
  refresh: () => Promise<void>
}

/** Prolongs the session while its page is visible; a hidden tab leaves that to the others. */
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
  /** The session that the server sent with the page; without it the browser asks. */
  viewer?: BrowserSession
  /** False if the page is no longer for this session; absent on public pages. */
  mayStay?: (session: BrowserSession) => boolean
  onSignedOut: (by: SignedOutBy) => void
  children: ReactNode
}

interface Known {
  status: Auth['status']
  session: BrowserSession | null
}

const RETRY_MS = 3_000

const known = (session: BrowserSession | null): Known => ({ status: session ? 'signed-in' : 'signed-out', session })

/** In step with the browser's other tabs (requirements §4 Auth events). An ended session is removed; a missing answer ends nothing. */
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

  const refresh = async () => {
    const session = await readBrowserSession()
    if (!session) {
      end('end')
      announce('SIGNED_OUT', 'elsewhere')
      return
    }
    setState(known(session))
    announce('TOKEN_REFRESHED')
    // Called once: refusals while the page is being left must not leave it again.
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
    // Simultaneous refusals ask once.
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
          // Without an answer, a browser that may be signed in is not shown as a visitor's. Others see the form, which reports the failure.
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
