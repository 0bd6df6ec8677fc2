import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { announce, onAuthEvent, onSessionDoubt, type AuthEvent, type AuthEventOrigin } from '~/lib/auth-events'
import { readBrowserSession, type BrowserSession } from '~/lib/browser-session'
import { maySignedIn } from '~/lib/signed-in-marker'
import { signOutBrowser } from '~/lib/sign-out'
import { AuthContext, type Auth } from './auth-context'
import type { SignedOutBy } from './leave'
import { useKeepAlive } from './use-keep-alive'

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
const AGAIN_MS = 3_000

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
          if (maySignedIn()) timer = setTimeout(look, AGAIN_MS)
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
