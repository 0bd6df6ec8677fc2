import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { query } from '../client'
import { holdsWithin, type Findings } from '../scenario'
import { sql as sqlOnce } from '../sql'
import type { BareClient } from './bare-client'
import type { ConfirmedWrites } from './confirmed-writes'

/** Records of one run that were lost, doubled or repeated; there should be none. */
export interface Losses {
  lost: number
  doubled: number
  sessions: number
  emailsLost: number
  emailsTwice: number
}

const TIMEOUT_MS = 30_000

/** Asks until there is an answer: the balancer may just be ending connections. */
async function sql(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] | undefined
  await holdsWithin(
    TIMEOUT_MS,
    async () => {
      rows = await sqlOnce(databaseUrl, statement).catch(() => undefined)
      return rows !== undefined
    },
    500,
  )
  return rows ?? (await sqlOnce(databaseUrl, statement))
}

const count = (rows: readonly Record<string, unknown>[], by: string) => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(String(row[by]), (counts.get(String(row[by])) ?? 0) + 1)
  return counts
}

interface AfterFault {
  databaseUrl: string
  url: string
  /** The folder with the files of cases. */
  files: string
  /** The messages that reached the mail server. */
  mails: readonly Buffer[]
  /** True if a process died that may have sent an email without recording it. */
  mayRepeatEmails: boolean
  bare?: { name: string; client: BareClient }
}

/** Holds what was confirmed against what is there. */
export async function compare(findings: Findings, book: ConfirmedWrites, after: AfterFault): Promise<Losses> {
  const { databaseUrl } = after
  const losses: Losses = { lost: 0, doubled: 0, sessions: 0, emailsLost: 0, emailsTwice: 0 }
  const look = (right: boolean, what: keyof Losses, fault: () => string) => {
    if (!right) losses[what] += 1
    findings.check(right, fault)
  }
  const each = (kind: string, keys: Iterable<string>, counts: Map<string, number>) => {
    for (const key of keys) look((counts.get(key) ?? 0) >= 1, 'lost', () => `${kind} ${key} was confirmed and is not there`)
    for (const [key, times] of counts) look(times === 1, 'doubled', () => `${kind} ${key} is there ${times} times`)
  }
  const products = await sql(databaseUrl, `SELECT substr(name, 6) AS key, id FROM products WHERE name LIKE 'Made %'`)
  each('product', book.products.keys(), count(products, 'key'))
  const ids = new Map(products.map(({ key, id }) => [String(key), String(id)]))
  for (const [key, id] of book.products) look(ids.get(key) === id, 'doubled', () => `product ${key} has another id than was answered`)
  const credit = await sql(databaseUrl, `SELECT substr(reason, 7) AS key FROM credit_entries WHERE reason LIKE 'Given %'`)
  each('credit', book.credit.keys(), count(credit, 'key'))
  const wrong = await sql(
    databaseUrl,
    `SELECT a.id FROM credit_accounts a JOIN credit_entries e ON e.account_id = a.id WHERE e.reason LIKE 'Given %'
     GROUP BY a.id HAVING a.balance <> sum(e.amount) OR a.entries <> count(*)`,
  )
  look(wrong.length === 0, 'doubled', () => `${wrong.length} accounts have another balance than their entries`)

  const orders = new Map((await sql(databaseUrl, 'SELECT id, version, status FROM orders')).map((row) => [String(row.id), row]))
  for (const [id, { version, status }] of book.orders) {
    const row = orders.get(id)
    const right = row?.version === version && row.status === status
    look(right, 'lost', () => `order ${id} is ${String(row?.status)} ${String(row?.version)} instead of ${status} ${version}`)
  }
  const [tagline] = await sql(databaseUrl, `SELECT setting_value AS text FROM website_settings WHERE setting_key = 'company_tagline'`)
  const right = book.tagline === '' || [book.tagline, ...book.perhapsTagline].includes(String(tagline?.text))
  look(right, 'lost', () => `the tagline is ${String(tagline?.text)} instead of ${book.tagline}`)

  const files = await sql(databaseUrl, 'SELECT storage_key FROM case_files')
  look(files.length >= book.files.size, 'lost', () => `${files.length} of ${book.files.size} pictures have a row`)
  const gone = files.filter(({ storage_key }) => !existsSync(join(after.files, String(storage_key))))
  look(gone.length === 0, 'lost', () => `${gone.length} pictures have a row and no file`)

  for (const token of book.sessions) {
    const answer = await query(after.url, 'auth.session', undefined, { token })
    look(answer.ok, 'sessions', () => `a session was lost: ${JSON.stringify(answer)}`)
  }
  const mails = after.mails.map((mail) => mail.toString())
  for (const email of book.signUps) {
    const to = mails.filter((mail) => mail.includes(`To: ${email}`)).length
    look(to >= 1, 'emailsLost', () => `no email came to ${email}`)
    if (!after.mayRepeatEmails) look(to <= 1, 'emailsTwice', () => `${to} emails came to ${email}`)
    else if (to > 1) losses.emailsTwice += 1
  }
  if (after.bare) {
    const { name, client } = after.bare
    const there = new Set(
      (await sql(databaseUrl, `SELECT number FROM load_writes WHERE writer = '${name}'`)).map(({ number }) => Number(number)),
    )
    for (const { number } of client.confirmed) look(there.has(number), 'lost', () => `row ${number} of the bare client is lost`)
  }
  return losses
}
