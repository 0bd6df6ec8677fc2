import { query, dataOf, signIn, mutate } from './client'
import { openTabs } from './live-client'
import { Findings, holdsWithin, limitOf, type Scenario } from './scenario'
import { admin } from '../../tests/setup/shop-process'
import { sql } from './sql'
import { addAccounts, twoProcesses } from './two-processes'
import * as z from 'zod'

const AGREED_MS = 1_000
/** A process that is busy with both servers and these clients may be a little late to look. */
const LOOK_MS = 20

const idsOf = z.object({ rows: z.array(z.object({ id: z.string() })), total: z.number() })

export const consistency: Scenario = {
  name: 'two-processes',
  title: 'two processes, started at once on an empty database, agree within a second',
  run: async (short) => {
    const { one, two, databaseUrl } = await twoProcesses()
    const findings = new Findings()
    let slowest = 0
    /** Checks that the other process comes to know something in time. */
    const agreed = async (what: string, holds: () => Promise<boolean> | boolean) => {
      const since = performance.now()
      await holdsWithin(10 * AGREED_MS, holds, LOOK_MS)
      const ms = performance.now() - since
      slowest = Math.max(slowest, ms)
      findings.check(ms <= limitOf(AGREED_MS, short), `${what}: only after ${Math.round(ms)} ms`)
    }

    // Both have migrated and seeded an empty database at the same moment.
    const migrations = await sql(
      databaseUrl,
      `SELECT count(*)::int AS rows, count(DISTINCT migration_name)::int AS names FROM _prisma_migrations`,
    )
    findings.check(migrations[0]?.rows === migrations[0]?.names, `migrations ran twice: ${JSON.stringify(migrations)}`)
    const [admins] = await sql(databaseUrl, `SELECT count(*)::int AS count FROM profiles WHERE role = 'admin' AND email = '${admin.email}'`)
    findings.check(admins?.count === 1, `${String(admins?.count)} first administrators`)
    const repeated = await sql(databaseUrl, `SELECT order_number FROM orders GROUP BY order_number HAVING count(*) > 1`)
    findings.check(repeated.length === 0, 'the demo shop was loaded twice')

    const token = await signIn(one.url)
    const tabs = await openTabs(two.url, 5)
    for (let round = 1; round <= (short ? 3 : 20); round++) {
      const title = `Agreed ${round}`
      const values = { hero_title: title, hero_description: 'Of both', hero_badge_text: 'New' }
      findings.check((await mutate(one.url, 'settings.save', { tab: 'homepage', values }, { token })).ok, 'the settings were not saved')
      await Promise.all([
        agreed('settings', async () => JSON.stringify(await query(two.url, 'settings.public')).includes(title)),
        agreed('page', async () => (await (await fetch(two.url)).text()).includes(title)),
        agreed('live streams', () => tabs.every((tab) => tab.title === title)),
      ])
      const name = `Listed ${round}`
      findings.check(
        (await mutate(two.url, 'products.create', { name, category: 'Both', stockQuantity: 5 }, { token })).ok,
        'the product was not made',
      )
      await agreed('products', async () => (await (await fetch(`${one.url}/products`)).text()).includes(name))
      const listed = dataOf(await query(one.url, 'products.list', { search: name }, { token }), idsOf)
      findings.check(listed.rows.length >= 1, 'the list of the other process lacks the product')
    }
    for (const tab of tabs) tab.close()

    await addAccounts(databaseUrl, ['customer@example.com'], 'customer')
    const customer = await signIn(two.url, { ...admin, email: 'customer@example.com' })
    findings.check((await query(one.url, 'auth.session', undefined, { token: customer })).ok, 'a session of the other process is unknown')
    findings.check((await mutate(one.url, 'auth.signOut', {}, { token: customer })).ok, 'signing out failed')
    const after = await query(two.url, 'auth.session', undefined, { token: customer })
    findings.check(!after.ok && after.status === 401, 'an ended session counts in the other process')

    // Ten wrong passwords, half at each, are the limit of both.
    const wrong = { email: 'customer@example.com', password: 'not the password' }
    for (let index = 0; index < 10; index++) await mutate(index % 2 ? one.url : two.url, 'auth.signIn', wrong, { from: '198.51.100.77' })
    for (const { url } of [one, two]) {
      const answer = await mutate(url, 'auth.signIn', { ...wrong, password: admin.password }, { from: '198.51.100.77' })
      findings.check(!answer.ok && answer.status === 429, 'limits are not counted for both')
    }
    return findings.outcome(`slowest agreement ${Math.round(slowest)} ms`)
  },
}
