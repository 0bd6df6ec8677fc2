import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestBody } from '~/server/api/body-limit'
import { startSession } from '~/server/identity/auth/sessions'
import { adversarialBodies } from './adversarial-bodies'
import { routerProcedures } from './input-schemas'
import { openAttack, type Attack, type Measured, type Sent } from './longest-wait'

/**
 * One request must not hold the process: for each procedure, the bodies that cost most at the size it takes (longest-wait.ts). An
 * administrator sends them, who gets past every guard to where inputs are decoded and checked.
 */

const LARGEST_ADDRESS = 8_000

let attack: Attack
beforeAll(async () => {
  attack = await openAttack()
})
afterAll(() => attack.close())

const JSON_TYPE = { 'content-type': 'application/json' }

/** Signs in anew for each request, because a call may end the session. */
async function newCookie() {
  const { userId } = await attack.shop.db.prisma.session.findUniqueOrThrow({ where: { id: attack.shop.sessions.administrator ?? '' } })
  return () => startSession(attack.shop.services, userId).then(attack.site.cookieOf)
}

/** One of each kind of input is asked in the gate: a list of rows, a question with a text, an anonymous visitor's form; all in `npm run test:full`. */
const asked = new Set(['auth.signIn', 'orders.updateStatuses', 'products.search'])
const kinds = [
  { tags: [], procedures: routerProcedures.filter(({ path }) => asked.has(path)) },
  { tags: ['full'], procedures: routerProcedures.filter(({ path }) => !asked.has(path)) },
]

describe.each(kinds.flatMap(({ tags, procedures }) => procedures.map((procedure) => ({ ...procedure, tags }))))(
  '$path',
  ({ path, type, input, tags }) => {
    it('lets nobody wait', { tags, timeout: 180_000 }, async () => {
      const sign = await newCookie()
      const address = `/api/trpc/${path}`
      const endsSessions = /^(auth|account)\./.test(path)
      const always = await sign()
      const requests: Sent[] = []
      for (const { shape, text } of adversarialBodies(input, type === 'mutation' ? largestBody(path) : LARGEST_ADDRESS / 3)) {
        const cookie = endsSessions ? await sign() : always
        if (type === 'mutation')
          requests.push({ what: shape, method: 'POST', path: address, headers: { ...JSON_TYPE, cookie }, body: text })
        else {
          const asked = `${address}?input=${encodeURIComponent(text)}`
          if (asked.length <= LARGEST_ADDRESS) requests.push({ what: shape, method: 'GET', path: asked, headers: { cookie } })
        }
      }
      expect(await attack.tooLong(path, requests)).toEqual([])
      await attack.shop.restore()
    })
  },
)

const SIXTY_KB = 64_000
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

describe('other addresses', { tags: ['full'] }, () => {
  it('let nobody wait for a body', async () => {
    const texts = adversarialBodies(undefined, SIXTY_KB)
    const forms = [
      'email=a&'.repeat(SIXTY_KB / 8),
      Array.from({ length: SIXTY_KB / 8 }, (_, index) => `k${index}=`)
        .join('&')
        .slice(0, SIXTY_KB),
      `email=${'%20'.repeat(SIXTY_KB / 3 - 10)}`,
      `csrfToken=${'a|'.repeat(SIXTY_KB / 2 - 10)}`,
      `callbackUrl=http://${'a.'.repeat(SIXTY_KB / 2 - 10)}`,
    ]
    const found: Measured[] = []
    for (const path of [
      ...attack.site.paths.filter((each) => each.startsWith('/api/')),
      '/api/auth/callback/credentials',
      '/api/auth/signout',
      '/no/page',
    ]) {
      const address = path.replace(/\[.*?\]/g, 'x')
      const post = (what: string, headers: Record<string, string>, body: string): Sent => ({
        what,
        method: 'POST',
        path: address,
        headers,
        body,
      })
      found.push(
        ...(await attack.tooLong(address, [
          ...texts.map(({ shape, text }) => post(shape, JSON_TYPE, text)),
          ...forms.map((form) => post(form.slice(0, 30), FORM_TYPE, form)),
        ])),
      )
    }
    expect(found).toEqual([])
  })

  it('let nobody wait for headers', async () => {
    const names = [
      'authorization',
      'cookie',
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'x-forwarded-for',
      'content-type',
      'last-event-id',
      'user-agent',
      'x-request-id',
      'origin',
      'range',
    ]
    const begins: Partial<Record<string, string>> = { authorization: 'Bearer ', cookie: 'next-auth.session-token=' }
    const parts = [' ', ',', 'a,', '"', ';', 'a=', '=a; ', '::', '1.1.1.1,', '/', '*;q=', '.']
    const requests = ['/api/trpc/settings.public', '/api/trpc/orders.list', '/api/auth/session', '/'].flatMap((path) =>
      names.flatMap((name) =>
        parts.map((part): Sent => {
          const value = `${begins[name] ?? ''}${part.repeat(12_000 / part.length)}\u00ff`
          return { what: `${part} in ${name} of ${path}`, method: 'GET', path, headers: { [name]: value } }
        }),
      ),
    )
    expect(await attack.tooLong('headers', requests)).toEqual([])
  })
})
