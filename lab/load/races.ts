import { randomUUID } from 'node:crypto'
import { query, dataOf, product, signIn, mutate, type Answer } from './client'
import { Findings, type Scenario } from './scenario'
import { admin } from '../../tests/setup/shop-process'
import { sql } from './sql'
import { addAccounts, twoProcesses, type TwoProcesses } from './two-processes'

/** Calls that race each other, half of them in each of two processes. */

const TIMES = 20

const atOnce = (count: number, call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const codeOf = (answer: Answer) => (answer.ok ? 'won' : answer.code)
const tally = (answers: Answer[]) => {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(codeOf(answer), (counts.get(codeOf(answer)) ?? 0) + 1)
  return [...counts].map(([code, count]) => `${count} × ${code}`).join(', ')
}
const urlOf = ({ one, two }: TwoProcesses, index: number) => (index % 2 === 0 ? one.url : two.url)

const concurrentEdits: Scenario = {
  name: 'concurrent-edits',
  title: `${TIMES} edits of one row at once`,
  run: async (short) => {
    const shops = await twoProcesses()

    const findings = new Findings()
    const token = await signIn(shops.one.url)
    const fields = { name: 'Contested', category: 'Contest' }
    let version = dataOf(await mutate(shops.one.url, 'products.create', { ...fields, stockQuantity: 0 }, { token }), product)
    for (let round = 1; round <= (short ? 3 : 20); round++) {
      const { id } = version
      const edits = await atOnce(TIMES, (index) =>
        mutate(urlOf(shops, index), 'products.update', { ...fields, id, version: version.version, stockQuantity: index }, { token }),
      )
      const won = edits.find(({ ok }) => ok)
      const right = edits.filter(({ ok }) => ok).length === 1 && edits.filter((edit) => codeOf(edit) === 'CONFLICT').length === TIMES - 1
      findings.check(right, () => `round ${round}: ${tally(edits)}`)
      if (!won) break
      const [row] = await sql(shops.databaseUrl, `SELECT stock_quantity, version FROM products WHERE id = '${id}'`)
      const winner = dataOf(won, product)
      findings.check(row?.stock_quantity === winner.stockQuantity, `round ${round}: the row is not what the winner was told`)
      findings.check(row?.version === version.version + 1, `round ${round}: the version is ${String(row?.version)}`)
      version = winner
    }
    return findings.outcome()
  },
}

const mutualDemotion: Scenario = {
  name: 'mutual-demotion',
  title: 'two administrators who demote each other at once',
  run: async (short) => {
    const { one, two, databaseUrl } = await twoProcesses()

    const findings = new Findings()
    const people = ['ada@example.com', 'bob@example.com']
    await addAccounts(databaseUrl, people, 'admin')
    const ids = (await sql(databaseUrl, `SELECT id FROM users WHERE email IN ('${people.join("', '")}') ORDER BY email`)).map(({ id }) =>
      String(id),
    )
    const [ada, bob] = await Promise.all(people.map((email) => signIn(one.url, { ...admin, email })))
    for (let round = 1; round <= (short ? 5 : 40); round++) {
      await sql(databaseUrl, `UPDATE profiles SET role = 'admin' WHERE email IN ('${people.join("', '")}')`)
      const both = await Promise.all([
        mutate(one.url, 'users.updateRole', { userId: ids[1], role: 'customer' }, { token: ada }),
        mutate(two.url, 'users.updateRole', { userId: ids[0], role: 'customer' }, { token: bob }),
      ])
      findings.check(
        both.filter(({ ok }) => ok).length === 1 && both.some((answer) => codeOf(answer) === 'FORBIDDEN'),
        () => `round ${round}: ${tally(both)}`,
      )
      const left = await sql(databaseUrl, `SELECT email FROM profiles WHERE role = 'admin' AND email IN ('${people.join("', '")}')`)
      findings.check(left.length === 1, `round ${round}: ${left.length} of two are administrators`)
    }
    return findings.outcome()
  },
}

const doubleSubmits: Scenario = {
  name: 'double-submits',
  title: `${TIMES} parallel submits of one form`,
  run: async (short) => {
    const shops = await twoProcesses()

    const findings = new Findings()
    const token = await signIn(shops.one.url)
    for (let round = 1; round <= (short ? 2 : 20); round++) {
      const name = `Submitted ${round}`
      const form = { name, category: 'Contest', stockQuantity: round, idempotencyKey: randomUUID() }
      const submits = await atOnce(TIMES, (index) => mutate(urlOf(shops, index), 'products.create', form, { token }))
      const same = new Set(submits.map((answer) => (answer.ok ? JSON.stringify(answer.data) : tally([answer]))))
      findings.check(
        same.size === 1 && submits.every(({ ok }) => ok),
        () => `round ${round}: ${tally(submits)}, ${same.size} different answers`,
      )
      const rows = await sql(shops.databaseUrl, `SELECT id FROM products WHERE name = '${name}'`)
      findings.check(rows.length === 1, `round ${round}: ${rows.length} rows`)
    }
    const person = { email: 'once@example.com', password: admin.password, fullName: 'Once' }
    const opened = await atOnce(TIMES, (index) => mutate(urlOf(shops, index), 'auth.signUp', person, { from: `198.51.100.${index + 1}` }))
    findings.check(
      opened.every(({ ok }) => ok),
      () => `sign-ups: ${tally(opened)}`,
    )
    const accounts = await sql(shops.databaseUrl, `SELECT id FROM users WHERE email = '${person.email}'`)
    findings.check(accounts.length === 1, `${accounts.length} accounts of one address`)
    findings.check((await query(shops.two.url, 'products.shop')).ok, 'the shop does not answer')
    return findings.outcome()
  },
}

export const races: readonly Scenario[] = [concurrentEdits, mutualDemotion, doubleSubmits]
