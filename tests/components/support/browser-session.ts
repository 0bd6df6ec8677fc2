import { vi } from 'vitest'
import type { BrowserSession } from '~/lib/browser-session'

/** `unavailable`: the server answers, but its database does not. */
type Answer = BrowserSession | null | 'unreachable' | 'unavailable'

export const AWAY = 'The shop cannot answer at this moment. Please try again in a few seconds.'

/** Answers this browser as NextAuth would; change `session` while a test runs. `posts` are the forms sent to it. */
export function fakeAuthService(session: Answer) {
  const service = {
    session,
    posts: [] as { path: string; fields: Record<string, string> }[],
    /** Answers a form. */
    onPost: (_path: string): void => undefined,
    asked: 0,
  }
  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      const path = url.replace('/api/auth/', '')
      if (path === 'session') service.asked++
      if (service.session === 'unreachable') throw new TypeError('Failed to fetch')
      if (path === 'csrf') return answer({ csrfToken: 'a-form-token' })
      if (service.session === 'unavailable') return answer({ message: AWAY }, 503)
      if (path !== 'session') {
        const fields = Object.fromEntries(init?.body instanceof URLSearchParams ? init.body : [])
        service.posts.push({ path, fields })
        service.onPost(path)
        return answer({ url: '/' })
      }
      const { session: now } = service
      return answer(
        now === null ? {} : { user: { email: now.email }, isAdmin: now.isAdmin, needsCode: now.needsCode, expires: '2030-01-01' },
      )
    }),
  )
  return service
}

export const customer: BrowserSession = { email: 'ada@shop.example', isAdmin: false, needsCode: false }
