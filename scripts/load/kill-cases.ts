import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod'
import { query, dataOf, signIn, signInByCookie, mutate } from './client'
import { newDatabase } from './databases'
import { untilKilled } from './kill-nine'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { startShop, temporaryFolder, type ShopSettings } from './shop-process'

/** What the desk does while the server is killed: saves, uploads, and changes of a status with its email. */

/** Emails of a status wait 15 s before they go out, and are looked for every few. */
const DELIVERED_WITHIN_MS = 90_000
/** How long after the first confirmed write the server is killed, at most (ms): long enough for an upload. */
const LONGEST_ROUND_MS = 1_200
const ROUNDS_TOLD = 10

const repair = z.object({
  id: z.string(),
  repairNumber: z.string(),
  version: z.number(),
  status: z.string(),
  userId: z.string(),
  problemDescription: z.string().nullable(),
  diagnosis: z.string().nullable(),
  repairNotes: z.string().nullable(),
})
const estimates = z.object({
  estimates: z.array(z.object({ version: z.number(), total: z.number(), lines: z.array(z.object({ price: z.number() })) })),
})
const timeline = z.object({ rows: z.array(z.object({ kind: z.string(), detail: z.looseObject({ isSent: z.boolean().optional() }) })) })
const files = z.object({ files: z.array(z.object({ id: z.string(), address: z.string(), thumbnailAddress: z.string().nullable() })) })
const uploaded = z.object({ file: z.object({ id: z.string() }) })

/** What was confirmed of one repair before the server went. */
interface Expected {
  id: string
  /** Of the text that its three fields have in common, and of its draft's lines. */
  saves: number
  lines: number
  files: string[]
  /** Undefined where nobody has tried to complete it. */
  completed: boolean | undefined
}

type Desk = (path: string, input: object) => Promise<unknown>
interface Round {
  url: string
  token: string
  /** Files come and go by the browser's session alone. */
  cookie: string
  userId: string
  rows: Expected[]
}

async function open({ url, token, userId, rows }: Round): Promise<{ row: Expected; version: number }> {
  const input = {
    customer: { userId },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    problemDescription: 'save 0',
  }
  const { id, version } = dataOf(await mutate(url, 'repairs.create', input, { token }), repair)
  const row: Expected = { id, saves: 0, lines: 0, files: [], completed: undefined }
  rows.push(row)
  return { row, version }
}

/** Saves three fields by one call, and an estimate that has one more line each time. */
async function save(round: Round, onWrite: () => void): Promise<void> {
  const { row, version } = await open(round)
  const { id } = row
  for (let nth = 1; nth <= 3; nth++) {
    const text = `save ${nth}`
    const fields = { problemDescription: text, diagnosis: text, repairNotes: text }
    dataOf(await mutate(round.url, 'repairs.update', { id, version: version + nth - 1, ...fields }, round), repair)
    row.saves = nth
    onWrite()
    const lines = Array.from({ length: nth }, () => ({ kind: 'labour', label: 'An hour', quantity: 1, price: 40 }))
    dataOf(await mutate(round.url, 'repairs.saveEstimate', { id, lines }, round), estimates)
    row.lines = nth
    onWrite()
  }
}

async function upload(round: Round, picture: Uint8Array<ArrayBuffer>, onWrite: () => void): Promise<void> {
  const { row } = await open(round)
  for (let nth = 1; nth <= 3; nth++) {
    const query = new URLSearchParams({ noun: 'repairs', id: row.id, name: `picture ${nth}.jpg` })
    const answer = await fetch(`${round.url}/api/case-files?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie: round.cookie },
      body: picture,
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}: ${text}`)
    row.files.push(uploaded.parse(JSON.parse(text)).file.id)
    onWrite()
  }
}

async function complete(round: Round, onWrite: () => void): Promise<void> {
  const { row } = await open(round)
  row.completed = false
  dataOf(await mutate(round.url, 'repairs.updateStatus', { id: row.id, status: 'completed' }, round), repair)
  row.completed = true
  onWrite()
}

const statusEmails = (of: z.output<typeof timeline>) =>
  of.rows.filter(({ kind, detail }) => kind === 'email' && detail.kind === 'completed')

const enter = async (url: string) => ({ url, token: await signIn(url), cookie: await signInByCookie(url) })

/** Looks at one repair as an administrator sees it. */
async function look(findings: Findings, { url, token, cookie }: Pick<Round, 'url' | 'token' | 'cookie'>, row: Expected): Promise<void> {
  const { id } = row
  const of = { noun: 'repairs', id }
  const found = dataOf(await query(url, 'repairs.byId', { id }, { token }), repair)
  const name = found.repairNumber
  const told = dataOf(await query(url, 'cases.timeline', of, { token }), timeline)
  if (row.completed !== undefined) {
    const isCompleted = found.status === 'completed'
    const emails = statusEmails(told).length
    findings.check(isCompleted || !row.completed, `${name}: a confirmed status is lost`)
    findings.check(emails === (isCompleted ? 1 : 0), `${name} is ${found.status} with ${emails} emails about its completion`)
    return
  }
  const saved = Number(found.problemDescription?.split(' ')[1])
  findings.check(saved === row.saves || saved === row.saves + 1, `${name}: ${found.problemDescription} instead of save ${row.saves}`)
  const whole = saved === 0 || (found.diagnosis === found.problemDescription && found.repairNotes === found.problemDescription)
  findings.check(whole, `${name} is half saved: ${found.problemDescription}, ${found.diagnosis}, ${found.repairNotes}`)
  const [draft] = dataOf(await query(url, 'repairs.estimates', { id }, { token }), estimates).estimates
  const lines = draft?.lines.length ?? 0
  findings.check(lines === row.lines || lines === row.lines + 1, `${name}: an estimate of ${lines} lines instead of ${row.lines}`)
  findings.check((draft?.total ?? 0) === 40 * lines, `${name}: ${lines} lines come to ${draft?.total}`)
  const shown = dataOf(await query(url, 'cases.files.list', of, { token }), files).files
  const missing = row.files.filter((each) => !shown.some((file) => file.id === each))
  findings.check(missing.length === 0, `${name}: ${missing.length} confirmed files are lost`)
  for (const { address, thumbnailAddress } of shown) {
    for (const part of [address, thumbnailAddress]) {
      const answer = await fetch(new URL(part ?? '', url), { headers: { cookie } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isPicture =
        answer.ok &&
        (
          await sharp(bytes)
            .metadata()
            .catch(() => undefined)
        )?.format === 'jpeg'
      findings.check(isPicture, `${name}: a file that is shown is no picture (${answer.status}, ${bytes.length} bytes)`)
    }
  }
}

/** Only the status under test is told, and none of the cases' openings. */
async function prepareDesk(url: string): Promise<string> {
  const token = await signIn(url)
  const desk: Desk = async (path, input) => dataOf(await mutate(url, path, input, { token }), z.unknown())
  const rules = ['received', 'shipped'].map((status) => ({ status, isEnabled: false }))
  await desk('cases.saveEmailRules', { noun: 'repairs', rules })
  const first = repair.parse(
    await desk('repairs.create', {
      customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No power',
    }),
  )
  return first.userId
}

async function killRounds(rounds: number, short: boolean, settings: ShopSettings): Promise<Outcome> {
  const findings = new Findings()
  const random = numbers(4242)
  const picture = new Uint8Array(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#f59e0b' } })
      .jpeg()
      .toBuffer(),
  )
  const all: Expected[] = []
  let shop = await startShop(settings)
  const userId = await prepareDesk(shop.url)
  for (let nth = 1; nth <= rounds; nth++) {
    const round: Round = { ...(await enter(shop.url)), userId, rows: [] }
    const work = [
      (_: number, onWrite: () => void) => save(round, onWrite),
      (_: number, onWrite: () => void) => upload(round, picture, onWrite),
      (_: number, onWrite: () => void) => complete(round, onWrite),
    ]
    await untilKilled(work, random() * LONGEST_ROUND_MS, shop.kill)
    shop = await startShop({ ...settings, port: shop.port })
    const entered = await enter(shop.url)
    for (const row of round.rows) await look(findings, entered, row)
    all.push(...round.rows)
    if (nth % ROUNDS_TOLD === 0) console.log(`  ${nth} of ${rounds} kills, ${all.length} repairs`)
  }
  const token = await signIn(shop.url)
  const completed = all.filter((row) => row.completed === true)
  const isDelivered = async ({ id }: Expected) => {
    const told = dataOf(await query(shop.url, 'cases.timeline', { noun: 'repairs', id }, { token }), timeline)
    return statusEmails(told).every(({ detail }) => detail.isSent === true)
  }
  for (const row of completed) {
    const delivered = await holdsWithin(limitOf(DELIVERED_WITHIN_MS, short), () => isDelivered(row), 500)
    findings.check(delivered, `An email about ${row.id} was never sent`)
  }
  findings.check(existsSync(join(settings.dataDir, 'mail')), 'no email was sent at all')
  findings.check((await shop.stop()) === 0, 'the server did not stop in order')
  const uploads = all.reduce((sum, row) => sum + row.files.length, 0)
  return findings.outcome(`${rounds} kills, ${all.length} repairs, ${uploads} files, ${completed.length} statuses`)
}

export const killCasesEmbedded: Scenario = {
  name: 'kill-cases-embedded',
  title: 'kill -9 of the server while repairs are saved, sent pictures and completed with an email, embedded database',
  run: (short) => killRounds(short ? 2 : 60, short, { dataDir: temporaryFolder('data') }),
}

export const killCasesPostgres: Scenario = {
  name: 'kill-cases-postgres',
  title: 'kill -9 of the server while repairs are saved, sent pictures and completed with an email, PostgreSQL',
  run: async (short) => killRounds(short ? 2 : 30, short, { dataDir: temporaryFolder('data'), databaseUrl: await newDatabase() }),
}
