/** Sign-in events of this browser, sent to all its tabs (requirements §4 Auth events). */

const authEvents = ['SIGNED_IN', 'SIGNED_OUT', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'] as const
export type AuthEvent = (typeof authEvents)[number]

/** `here`: announced in this tab; `elsewhere`: in another tab of this browser. */
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

/** Sends only the event's name: no token and nothing about the person. */
export function announce(event: AuthEvent, to: 'everywhere' | 'elsewhere' = 'everywhere'): void {
  if (to === 'everywhere') tell(event, 'here')
  open()
  channel?.postMessage(event)
  if (listeners.size === 0) close()
}

/** @returns the function that stops listening */
export function onAuthEvent(listener: Listener): () => void {
  // An open channel keeps the page out of the browser's back/forward cache.
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

export const requestSessionCheck = (): void => void window.dispatchEvent(new Event(SESSION_CHECK))

/** @returns the function that stops listening */
export function onSessionCheckRequested(listener: () => void): () => void {
  window.addEventListener(SESSION_CHECK, listener)
  return () => window.removeEventListener(SESSION_CHECK, listener)
}
