const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'

/** A failed call to the sign-in service; the message is for people. */
export class AuthCallError extends Error {
  override name = 'AuthCallError'
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined
  readonly isAnswer: boolean
  constructor(message: string, { status, isAnswer = false, cause }: { status?: number; isAnswer?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
    this.isAnswer = isAnswer
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(`/api/auth/${path}`, { ...init, cache: 'no-store' })
  } catch (cause) {
    throw new AuthCallError(UNREACHABLE, { cause })
  }
}

/** NextAuth's other refusals carry no sentence for people. */
async function messageOf(response: Response): Promise<string | undefined> {
  if (response.status < 500) return undefined
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : undefined
}

/**
 * Posts to NextAuth, which sets or removes the session's cookie. Its own client (`next-auth/react`) leaves the page when the network is
 * down, and does not notice refusals.
 * @throws AuthCallError without an answer, or for a refusal
 * @see https://next-auth.js.org/getting-started/rest-api
 */
export async function postToAuth(path: 'signout' | 'callback/credentials', fields: Record<string, string> = {}): Promise<void> {
  const token: unknown = await (await ask('csrf')).json().catch(() => null)
  const csrfToken = typeof token === 'object' && token !== null && 'csrfToken' in token ? token.csrfToken : undefined
  if (typeof csrfToken !== 'string') throw new AuthCallError(UNREACHABLE)
  const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: location.origin, json: 'true' })
  const response = await ask(path, { method: 'POST', body })
  if (response.ok) return
  const message = await messageOf(response)
  throw new AuthCallError(message ?? UNREACHABLE, { status: response.status, isAnswer: message !== undefined })
}
