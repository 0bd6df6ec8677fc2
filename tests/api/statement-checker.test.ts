import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import statement from '~/pages/api/credit-statement'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/**
 * A checker of statements as anybody may write one who has docs/credit.md alone ("Check a statement yourself"): it uses nothing of the
 * shop's own code.
 */

/** RFC 4180. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((cells) => cells.length > 1)
}

const unmarked = (cell: string) => cell.replace(/^'(?='*[\t\r\n])/, '').replaceAll(/((?:^|[;|\t\r\n])[" ]*)'(?='*[=+\-@＝＋－＠])/g, '$1')

const short = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
])
const quoted = (text: string) =>
  `"${Array.from(text, (char) => short.get(char) ?? (char < ' ' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char)).join('')}"`
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const HASHED = 'previous_hash account_id number at kind debit credit amount lot_id cause_noun cause_id reason seal'.split(' ')

/** @returns what is available in cents, or the first entry that is wrong */
function check(csv: string): { cents: number } | { wrong: number } {
  const [names = [], ...rows] = cellsOf(csv.replace(/^\ufeff/, ''))
  let [before, cents] = ['0'.repeat(64), 0]
  for (const [index, cells] of rows.entries()) {
    const cell = (name: string) => unmarked(cells[names.indexOf(name)] ?? '')
    const text = `[${HASHED.map((name) => quoted(cell(name))).join(', ')}]`
    if (cell('number') !== String(index + 1) || cell('previous_hash') !== before || cell('hash') !== sha256(text))
      return { wrong: index + 1 }
    before = cell('hash')
    const amount = Number(cell('amount').replace('.', ''))
    cents += cell('credit') === 'available' ? amount : cell('debit') === 'available' ? -amount : 0
  }
  return { cents }
}

let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
beforeAll(async () => {
  shop = await openTestShop()
  routes = await serveRoutes(shop, [{ path: /^\/api\/credit-statement$/, module: { default: statement } }])
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

it('the document’s own example has the hash that it says', () => {
  const document = readFileSync('docs/credit.md', 'utf8')
  const [, example = '', hash] = /```text\n(\[.*\])\n```\s+has the hash `([0-9a-f]{64})`/.exec(document) ?? []
  expect(sha256(example)).toBe(hash)
  expect(document).toContain(HASHED.map((name) => `\`${name}\``).join(', '))
  expect(document).toContain('`BUSINESS_TIMEZONE`')
})

it('a statement is verified by who has the document alone, and a changed one is not', async () => {
  const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
  const { prisma } = shop.db
  const give = (amount: number, reason: string) => admin.caller.credit.adjust({ userId: customer.userId, amount, reason })
  await give(80.1, '=HYPERLINK("http://evil.example"), \\ “quoted”')
  await give(-0.1, '-1, too much 😀')
  // Plain SQL may have written what no form lets in.
  await prisma.$executeRaw`
    INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id, reason)
    SELECT account_id, 'adjust', 'adjusted', 'available', 5, id, ${'Lines\r\n=1\tand \u0001, "€" \u2028'} FROM credit_lots
    WHERE account_id = (SELECT id FROM credit_accounts WHERE user_id = ${customer.userId}::uuid)`
  await give(1, `'=1; "-2 and 'that' | '@3, the last`)
  const answer = await fetch(`${routes.url}/api/credit-statement?as=csv`, { headers: await routes.signedIn(customer.sessionId) })
  const csv = await answer.text()
  expect(check(csv)).toEqual({ cents: 8600 })
  expect(check(csv.replace(',0.10,', ',0.11,'))).toEqual({ wrong: 2 })
  expect(check(csv.replaceAll('the last', 'the least'))).toEqual({ wrong: 4 })
  expect(
    check(
      csv
        .split('\r\n')
        .filter((line) => !line.includes('too much'))
        .join('\r\n'),
    ),
  ).toEqual({ wrong: 2 })
})
