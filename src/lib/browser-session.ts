import { BACKGROUND_HEADER, isBackgroundCall } from './background-calls'

/** Holds no token: scripts cannot read the session's cookie. */
export interface BrowserSession {
  email: string
  isAdmin: boolean
  /** The password was right; the second factor is still missing. */
  needsCode: boolean
}

const textAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined

const isEmpty = (answer: unknown): boolean => answer === null || (typeof answer === 'object' && Object.keys(answer).length === 0)

/** Without zod, which public pages do not load. @throws for an answer from a proxy in between */
function parse(answer: unknown): BrowserSession | null {
  if (isEmpty(answer)) return null
  const email = textAt(textAt(answer, 'user'), 'email')
  if (typeof email !== 'string') throw new Error('The session could not be read: the answer is not of the shop')
  return { email, isAdmin: textAt(answer, 'isAdmin') === true, needsCode: textAt(answer, 'needsCode') === true }
}

/** Prolongs an administrator's session. Null without a session. @throws without an answer or on a server error */
export async function readBrowserSession(): Promise<BrowserSession | null> {
  const headers = { Accept: 'application/json', ...(isBackgroundCall() ? { [BACKGROUND_HEADER]: '1' } : {}) }
  const response = await fetch('/api/auth/session', { headers, cache: 'no-store' })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`The session could not be read: status ${response.status}`)
  return parse(await response.json())
}
