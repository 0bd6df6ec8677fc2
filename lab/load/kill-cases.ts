import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod'
import { dataOf, mutate, signIn, signInByCookie } from './client'
import { newDatabase } from './databases'
import { isDelivered, look } from './kill-cases-look'
import { complete, repair, save, upload, type Expected, type Round } from './kill-cases-work'
import { untilKilled } from './kill-nine'
import { Findings, holdsWithin, limitOf, numbers, type Outcome, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop, type ShopSettings } from './shop-process'

/** The desk's work while the server is killed: saves, uploads, and changes of a status with its email. */

/** Emails of a status wait 15 s before they go out, and are looked for every few. */
const DELIVERED_WITHIN_MS = 90_000
/** How long after the first confirmed write the server is killed, at most (ms): long enough for an upload. */
const LONGEST_ROUND_MS = 1_200
const ROUNDS_TOLD = 10

const enter = async (url: string) => ({ url, token: await signIn(url), cookie: await signInByCookie(url) })

/** Only the status under test is told, and none of the cases' openings. */
async function prepareDesk(url: string): Promise<string> {
  const token = await signIn(url)
  const desk = async (path: string, input: object) => dataOf(await mutate(url, path, input, { token }), z.unknown())
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
  for (const row of completed) {
    const delivered = await holdsWithin(limitOf(DELIVERED_WITHIN_MS, short), () => isDelivered({ url: shop.url, token }, row), 500)
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
