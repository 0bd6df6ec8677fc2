import type { NextApiRequest } from 'next'
import * as z from 'zod'

/** NextAuth has more actions, answers some with 500, and lets anybody write into the log (`_log`). */
export const questions: Partial<Record<string, ReadonlySet<string>>> = {
  GET: new Set(['providers', 'session', 'csrf', 'signin', 'signin/credentials', 'signout', 'error']),
  POST: new Set(['session', 'signin/credentials', 'callback/credentials', 'signout']),
}

const known = (question: string) => Object.values(questions).some((each) => each?.has(question))

/** NextAuth throws on a callback that is no URL (`next-auth/core/lib/assert`). */
const isAddress = (text: string) => {
  try {
    return /^https?:$/.test(new URL(text, text.startsWith('/') ? 'http://localhost' : undefined).protocol)
  } catch {
    return false
  }
}
const callbackUrl = z.string().refine((text) => text === '' || isAddress(text))

const query = z.looseObject({ nextauth: z.array(z.string()), callbackUrl: callbackUrl.optional(), error: z.string().optional() })
const body = z.looseObject({ callbackUrl: callbackUrl.optional(), csrfToken: z.string().optional(), json: z.unknown() })

const CALLBACK_COOKIES = ['next-auth.callback-url', '__Secure-next-auth.callback-url', '__Host-next-auth.callback-url']

interface AuthRequestRefusal {
  status: 400 | 404 | 405
  message: string
  /** For the `Allow` header. */
  allow?: string
}

const UNREADABLE: AuthRequestRefusal = { status: 400, message: 'The request could not be read.' }

/** Refuses requests that NextAuth would answer in its own words. Removes a cookie that holds no URL. */
export function authRequestRefusal(req: NextApiRequest): AuthRequestRefusal | null {
  const asked = query.safeParse(req.query)
  if (!asked.success) return UNREADABLE
  const question = asked.data.nextauth.join('/')
  if (!known(question)) return { status: 404, message: 'There is nothing here.' }
  if (!questions[req.method ?? '']?.has(question)) {
    const allow = Object.entries(questions).flatMap(([method, each]) => (each?.has(question) ? [method] : []))
    return { status: 405, message: `Ask with ${allow.join(' or ')}.`, allow: allow.join(', ') }
  }
  const sent: unknown = req.body
  if (sent !== undefined && sent !== '' && sent !== null && !body.safeParse(sent).success) return UNREADABLE
  for (const name of CALLBACK_COOKIES) if (!callbackUrl.safeParse(req.cookies[name] ?? '').success) req.cookies[name] = undefined
  return null
}
