/** Who is signed in, as this browser may know it. No token: the session's cookie is out of reach of scripts. */
export interface BrowserSession {
  email: string
  isAdmin: boolean
  /** The password was right, and the account's second factor is still to be proven. */
  needsCode: boolean
}

const textAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined

/** Nothing, where nobody is signed in. Read by hand: public pages do without zod. */
function parse(answer: unknown): BrowserSession | null {
  const email = textAt(textAt(answer, 'user'), 'email')
  if (typeof email !== 'string') return null
  return { email, isAdmin: textAt(answer, 'isAdmin') === true, needsCode: textAt(answer, 'needsCode') === true }
}

/**
 * Asks the server who is signed in; the answer prolongs the session's cookie.
 * @returns null when nobody is, or when the session has ended
 * @throws when the server gives no answer, which says nothing about the session
 */
export async function readBrowserSession(): Promise<BrowserSession | null> {
  const response = await fetch('/api/auth/session', { headers: { Accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new Error(`The session could not be read: status ${response.status}`)
  return parse(await response.json())
}
