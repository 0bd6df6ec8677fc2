import { BACKGROUND_HEADER, isBackgroundCall } from './background-calls'

/** The session as this browser may know it. Holds no token: scripts cannot read the session's cookie. */
export interface BrowserSession {
  email: string
  isAdmin: boolean
  /** The password was right, and the account's second factor is still to be proven. */
  needsCode: boolean
}

const textAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined

const isEmpty = (answer: unknown): boolean => answer === null || (typeof answer === 'object' && Object.keys(answer).length === 0)

/** Read by hand: public pages do without zod. @throws for an answer that is not the shop's but of something in between */
function parse(answer: unknown): BrowserSession | null {
  if (isEmpty(answer)) return null
  const email = textAt(textAt(answer, 'user'), 'email')
  if (typeof email !== 'string') throw new Error('The session could not be read: the answer is not of the shop')
  return { email, isAdmin: textAt(answer, 'isAdmin') === true, needsCode: textAt(answer, 'needsCode') === true }
}

/**
 * Asks the server who is signed in; being asked keeps an administrator's session from ending while somebody is there.
 * @returns null when nobody is, or when the session has ended
 * @throws when the server gives no answer, or cannot look: neither says anything about the session
 */
export async function readBrowserSession(): Promise<BrowserSession | null> {
  const headers = { Accept: 'application/json', ...(isBackgroundCall() ? { [BACKGROUND_HEADER]: '1' } : {}) }
  const response = await fetch('/api/auth/session', { headers, cache: 'no-store' })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`The session could not be read: status ${response.status}`)
  return parse(await response.json())
}
