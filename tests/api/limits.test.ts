import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { networkOf } from '~/server/identity/auth/limits'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { usePasswordsAsInProduction } from '../setup/argon2'

/**
 * Measures the work of this process, its threads included, in ms of the processor: the least of a few rounds, because whatever
 * else the process does can only add to it.
 */
async function cpuOf(work: (round: number) => Promise<unknown>, rounds = 3): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    await work(round)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

usePasswordsAsInProduction()

const PASSWORD = 'correct horse battery staple'
const WRONG = 'not the password'

let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())

/** A caller who is not signed in, from a network address. */
const from = (ip: string, { services }: Pick<TestShop, 'services'> = shop) =>
  createCaller(createInnerTRPCContext({ services, client: { ip, userAgent: 'A browser' } }))

const account = async (person: { emailVerifiedAt?: Date | null } = {}) => shop.signIn('customer', { passwordHash, ...person })

const wrong = { code: 'UNAUTHORIZED', message: 'Invalid login credentials', cause: { errorCode: 'invalid_credentials' } }
const tooMany = { code: 'TOO_MANY_REQUESTS', cause: { errorCode: 'over_request_rate_limit', retryAfter: expect.any(Number) as number } }

/** Tries a wrong password so many times, one after the other. */
async function fail(email: string, ip: string, times: number) {
  for (let index = 0; index < times; index++) {
    await expect(from(ip).auth.signIn({ email, password: WRONG })).rejects.toMatchObject(wrong)
  }
}

describe('signing in', () => {
  it('answers wrong passwords and unknown addresses alike, after the same work', async () => {
    const { email } = await account()
    const { email: withoutPassword } = await shop.signIn('customer')
    const comparison = await cpuOf(() => passwordMatches(passwordHash, WRONG))
    for (const address of [email, 'nobody@example.com', withoutPassword]) {
      const attempt = () => expect(from('192.0.2.1').auth.signIn({ email: address, password: WRONG })).rejects.toMatchObject(wrong)
      expect(await cpuOf(attempt)).toBeGreaterThan(0.8 * comparison)
    }
  })

  it('says that an address is not verified to whoever knows the password, and to nobody else', async () => {
    const { email } = await account({ emailVerifiedAt: null })
    await expect(from('192.0.2.2').auth.signIn({ email, password: WRONG })).rejects.toMatchObject(wrong)
    await expect(from('192.0.2.2').auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Email not confirmed',
      cause: { errorCode: 'email_not_confirmed' },
    })
  })

  it('is written down with its outcome and where it came from, never with the password', async () => {
    const { email, userId } = await account()
    await fail(email, '192.0.2.3', 1)
    await from('192.0.2.3').auth.signIn({ email, password: PASSWORD })
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([
      { action: 'auth.sign_in_failed', actorId: null, actorEmail: email, ip: '192.0.2.3', after: { reason: 'invalid_credentials' } },
      { action: 'auth.signed_in', actorId: userId, actorEmail: email, ip: '192.0.2.3', userAgent: 'A browser' },
    ])
    const everything = await shop.db.prisma.auditEntry.findMany()
    const text = JSON.stringify(everything.map(({ id, ...entry }) => ({ ...entry, id: id.toString() })))
    expect(text).not.toContain(WRONG)
    expect(text).not.toContain(PASSWORD)
  })

  it('stops after ten failures from one network, with the time to wait, before any password is compared', async () => {
    const { email } = await account()
    await fail(email, '192.0.2.10', 10)
    const refused = await from('192.0.2.10')
      .auth.signIn({ email, password: PASSWORD })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ ...tooMany, message: 'Too many attempts. Please try again in 15 minutes.' })
    expect(refused).toHaveProperty(
      'cause.retryAfter',
      expect.toSatisfy((wait: number) => wait > 14 * 60 && wait <= 15 * 60),
    )
    const attempt = (ip: string) => cpuOf(() => expect(from(ip).auth.signIn({ email, password: WRONG })).rejects.toThrow())
    expect(await attempt('192.0.2.10')).toBeLessThan(await attempt('192.0.2.11'))
    // An address that does not exist is held up just as well.
    await fail('nobody-at-all@example.com', '192.0.2.10', 10)
    await expect(from('192.0.2.10').auth.signIn({ email: 'nobody-at-all@example.com', password: WRONG })).rejects.toMatchObject(tooMany)
    // The owner's own network is another one.
    expect((await from('198.51.100.1').auth.signIn({ email, password: PASSWORD })).session.user.email).toBe(email)
  })

  it('counts tries at the same time', async () => {
    const { email } = await account()
    const tries = Array.from({ length: 30 }, () => from('192.0.2.11').auth.signIn({ email, password: WRONG }))
    const outcomes = await Promise.allSettled(tries)
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'in'))
    expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20)
  })

  it('gives the tries back to whoever gets it right', async () => {
    const { email } = await account()
    for (let round = 0; round < 3; round++) {
      await fail(email, '192.0.2.12', 9)
      await from('192.0.2.12').auth.signIn({ email, password: PASSWORD })
    }
  })

  it('lessens the tries of each network while an address is tried from many, and never locks its owner out', async () => {
    const { email } = await account()
    for (let index = 0; index < 98; index++) await shop.services.limits.note('signInAddress', email)
    await fail(email, '203.0.113.1', 2)
    await fail(email, '203.0.113.100', 3)
    await expect(from('203.0.113.100').auth.signIn({ email, password: WRONG })).rejects.toMatchObject(tooMany)
    await fail(email, '198.51.100.2', 1)
    expect((await from('198.51.100.2').auth.signIn({ email, password: PASSWORD })).session.user.email).toBe(email)
  })

  it('stops a network that goes through many addresses', async () => {
    for (let index = 0; index < 100; index++) {
      await shop.services.limits.take('signInNetwork', '192.0.2.13')
    }
    await expect(from('192.0.2.13').auth.signIn({ email: 'anyone@example.com', password: WRONG })).rejects.toMatchObject(tooMany)
  })

  it('is counted for all processes of one database', async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    const [one, two] = [await openTestShop({ db }), await openTestShop({ db: openPostgres(url) })]
    const { email } = await one.signIn('customer', { passwordHash })
    const tries = Array.from({ length: 10 }, (_, index) =>
      from('192.0.2.14', index % 2 ? one : two).auth.signIn({ email, password: WRONG }),
    )
    await Promise.allSettled(tries)
    for (const process of [one, two]) {
      await expect(from('192.0.2.14', process).auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject(tooMany)
    }
    await one.close()
    await two.close()
  })
})

describe('limits', () => {
  it('keep nobody’s address in the table', async () => {
    const { email } = await account()
    await fail(email, '192.0.2.20', 1)
    const keys = (await shop.db.prisma.rateLimit.findMany()).map(({ key }) => key).join(' ')
    expect(keys).not.toContain(email)
    expect(keys).not.toContain('192.0.2.20')
  })

  it('end with their time', async () => {
    const { limits } = shop.services
    for (let index = 0; index < 5; index++) await limits.take('verify', 'a factor')
    await expect(limits.take('verify', 'a factor')).rejects.toMatchObject(tooMany)
    expect(await limits.isSpent('verify', 'a factor')).toBe(true)
    await shop.db.prisma.rateLimit.updateMany({ where: { key: { startsWith: 'verify' } }, data: { expire: Date.now() - 1 } })
    expect(await limits.isSpent('verify', 'a factor')).toBe(false)
    await limits.take('verify', 'a factor')
  })

  it('hold refreshes up: of one session, and of a network that guesses tokens', async () => {
    const { email } = await account()
    const guesser = from('192.0.2.21')
    for (let index = 0; index < 60; index++) {
      await expect(guesser.auth.refresh({ refreshToken: `guess ${index}` })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    await expect(guesser.auth.refresh({ refreshToken: 'guess' })).rejects.toMatchObject(tooMany)

    const { session } = await from('192.0.2.22').auth.signIn({ email, password: PASSWORD })
    const { sessionId } = await shop.db.prisma.refreshToken.findFirstOrThrow({ where: { session: { user: { email } } } })
    for (let index = 0; index < 120; index++) await shop.services.limits.take('refresh', sessionId)
    await expect(from('192.0.2.22').auth.refresh(session)).rejects.toMatchObject(tooMany)
  })

  it('take one IPv6 customer for one network, and a network for part of its wider ones', () => {
    const rangesOf = (ip: string) => networkOf({ ip })?.ranges.map(({ name }) => name)
    expect(rangesOf('192.0.2.1')).toEqual(['192.0.2.1'])
    expect(rangesOf('::ffff:192.0.2.1')).toEqual(['192.0.2.1'])
    expect(rangesOf('::FFFF:c000:0201')).toEqual(['192.0.2.1'])
    expect(rangesOf('2001:db8:7:12ab::1')).toEqual(['2001:db8:7:12ab::/64', '2001:db8:7:1200::/56', '2001:db8:7::/48'])
    expect(rangesOf('2001:0DB8:0007:12AB:aaaa:bbbb:cccc:dddd')).toEqual(rangesOf('2001:db8:7:12ab::1'))
    expect(rangesOf('fe80::1%eth0')).toEqual(['fe80::/64', 'fe80::/56', 'fe80::/48'])
    expect(rangesOf('unknown')).toEqual(['unknown'])
    expect(networkOf({ ip: null })).toBeNull()
    expect(String(networkOf({ ip: '2001:db8::1' })?.for('a@example.com'))).toBe('a@example.com 2001:db8::/64')
  })

  it('give a try of a wider network back with that of the narrow one', async () => {
    const { limits } = shop.services
    const networks = Array.from({ length: 5 }, (_, index) => networkOf({ ip: `2001:db8:9:${index}::1` }))
    for (let round = 0; round < 5; round++) {
      for (const network of networks) {
        await limits.take('verify', network)
        await limits.reward('verify', network)
      }
    }
    expect(await limits.isSpent('verify', networks[0] ?? null)).toBe(false)
  })
})
