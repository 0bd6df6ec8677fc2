/** Events of this browser's sign-in (requirements §4 Auth events), heard in all its tabs. */

const authEvents = ['SIGNED_IN', 'SIGNED_OUT', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'] as const
export type AuthEvent = (typeof authEvents)[number]

/** `here`: announced in this tab; `elsewhere`: in another one of this browser. */
export type AuthEventOrigin = 'here' | 'elsewhere'
type Listener = (event: AuthEvent, origin: AuthEventOrigin) => void

const CHANNEL = 'auth'
const SESSION_CHECK = 'session-check'
const listeners = new Set<Listener>()
let channel: BroadcastChannel | undefined

const isAuthEvent = (data: unknown): data is AuthEvent => authEvents.some((event) => event === data)

function tell(event: AuthEvent, origin: AuthEventOrigin): void {
  for (const listener of listeners) listener(event, origin)
}

function open(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAuthEvent(data)) tell(data, 'elsewhere')
  }
}

function close(): void {
  channel?.close()
  channel = undefined
}

/** Tells every tab of this browser, or only the others. The event's name is all that is sent: never who, never a token. */
export function announce(event: AuthEvent, to: 'everywhere' | 'elsewhere' = 'everywhere'): void {
  if (to === 'everywhere') tell(event, 'here')
  open()
  channel?.postMessage(event)
  if (listeners.size === 0) close()
}

/** Hears what happens in this tab and the others. @returns the function that ends it */
export function onAuthEvent(listener: Listener): () => void {
  // An open channel would keep the page out of the browser's memory for Back and Forward.
  if (listeners.size === 0) {
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', open)
  }
  listeners.add(listener)
  open()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', open)
    close()
  }
}

/** Asks this tab to check its session, after a refusal for lack of a session or a role. */
export const requestSessionCheck = (): void => void window.dispatchEvent(new Event(SESSION_CHECK))

/** @returns the function that ends it */
export function onSessionCheckRequested(listener: () => void): () => void {
  window.addEventListener(SESSION_CHECK, listener)
  return () => window.removeEventListener(SESSION_CHECK, listener)
}
