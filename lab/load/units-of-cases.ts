import * as z from 'zod'
import { casesWithoutUnit } from '~/server/stock/units/cases-without-unit'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { mutate, query, signIn, type Answer } from './client'
import { newDatabase } from './databases'
import { atPace } from './pacing'
import { Findings, holdsWithin, limitOf, quantile, type Scenario } from './scenario'
import { startShop } from './shop-process'
import { sql } from './sql'

const CASES = 100_000
/** Each device is in so many cases on average. */
const CASES_PER_DEVICE = 4
const PER_SECOND = 20
const LOOK_SECONDS = 60
/** The longest that any screen may take (ms). */
const LONGEST_MS = 1_000
/** The median of an answer beside the job, of that without it, with room for the noise of one run. */
const SLOWER = 2

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Cases as they were before there were units: every device has a serial number, each typed in one of two ways. */
const fill = (cases: number) => [
  `INSERT INTO users (email) SELECT 'owner' || n || '@example.com' FROM generate_series(1, ${cases / 10}) AS n`,
  `CREATE TABLE owners AS SELECT id, row_number() OVER () - 1 AS place FROM users`,
  `CREATE INDEX ON owners (place)`,
  ...Object.entries({ repairs: 'received', trade_ins: 'submitted' }).map(
    ([table, first]) => `
      INSERT INTO ${table} (user_id, status, created_at, device_info)
      SELECT o.id, (CASE WHEN n % 3 = 0 THEN 'completed' ELSE '${first}' END)::${table.slice(0, -1)}_status,
        now() - interval '1 minute' * n, jsonb_build_object('manufacturer', 'Bitmain', 'model', 'Antminer S19',
          'serialNumber', CASE WHEN n % 2 = 0 THEN 'HTO-' ELSE 'hto ' END || n % ${cases / CASES_PER_DEVICE})
      FROM generate_series(1, ${cases / 2}) AS n JOIN owners AS o ON o.place = (n % ${cases / CASES_PER_DEVICE}) % ${cases / 10}`,
  ),
  'DROP TABLE owners',
  'ANALYZE',
]

/** The screens of the desk in turn, and a change of a status. */
function deskTraffic(url: string, token: string, repairs: readonly string[]): (index: number) => Promise<string | undefined> {
  const statuses = ['diagnosing', 'repairing', 'received'] as const
  return async (index) => {
    const turn = Math.floor(index / 5)
    const calls = [
      () => query(url, 'repairs.list', {}, { token }),
      () => query(url, 'units.list', {}, { token }),
      () => query(url, 'dashboard.overview', undefined, { token }),
      () => query(url, 'tradeIns.list', { search: 'hto-77' }, { token }),
      () => mutate(url, 'repairs.updateStatus', { id: repairs[turn % repairs.length], status: statuses[turn % 3] }, { token }),
    ]
    const answer = await calls[index % calls.length]?.().catch((error: unknown): Answer => ({
      ok: false,
      status: 0,
      code: 'LOST',
      message: String(error),
      retryAfter: null,
    }))
    return !answer || answer.ok ? undefined : `${answer.status} ${answer.code}: ${answer.message}`
  }
}

const numbers = z.array(z.object({ n: z.coerce.number() }))
const count = async (url: string, statement: string) => numbers.parse(await sql(url, statement))[0]?.n ?? 0
const WITH_UNIT = 'SELECT count(*) AS n FROM cases WHERE unit_id IS NOT NULL'

export const unitsOfCases: Scenario = {
  name: 'units-of-cases',
  title: `a shop of ${CASES.toLocaleString('en-GB')} cases gets its units under ${PER_SECOND} requests a second, with a kill -9 on the way`,
  run: async (short) => {
    const findings = new Findings()
    const cases = short ? CASES / 50 : CASES
    const url = await newDatabase()
    const settings = { dataDir: temporaryFolder('data'), databaseUrl: url, env: { SEED_DEMO: 'false' } }
    let shop = await startShop(settings)
    for (const statement of fill(cases)) await sql(url, statement)
    const ids = z.array(z.object({ id: z.string() })).parse(await sql(url, "SELECT id FROM repairs WHERE status = 'received' LIMIT 60"))
    const lookMs = short ? 3_000 : LOOK_SECONDS * 1_000
    const look = async () => {
      const stop = atPace(
        PER_SECOND,
        deskTraffic(
          shop.url,
          await signIn(shop.url),
          ids.map(({ id }) => id),
        ),
      )
      await pause(lookMs)
      const shots = await stop()
      for (const { ms, result } of shots) {
        findings.check(result === undefined, () => result ?? '')
        findings.check(ms < limitOf(LONGEST_MS, short), `a screen took ${Math.round(ms)} ms`)
      }
      return quantile(
        shots.map(({ ms }) => ms).sort((one, other) => one - other),
        0.5,
      )
    }
    // The job begins a minute after the start.
    const before = await look()
    const begun = await holdsWithin(120_000, async () => (await count(url, WITH_UNIT)) > 60 + ids.length, 500)
    findings.check(begun, 'the job did not begin')
    const beside = await look()
    findings.check(short || beside < before * SLOWER + 5, `the median went from ${before.toFixed(1)} to ${beside.toFixed(1)} ms`)

    await shop.kill()
    const kept = z.array(z.object({ id: z.string(), unit: z.string() }))
    const known = kept.parse(await sql(url, 'SELECT id, unit_id AS unit FROM cases WHERE unit_id IS NOT NULL'))
    shop = await startShop({ ...settings, port: shop.port })
    // The rest at once, beside the shop's own job.
    const db = openPostgres(url)
    const give = casesWithoutUnit({ db, log: createLogger('silent') })
    const began = performance.now()
    for (let isDone = false; !isDone;) ({ isDone } = await give())
    const seconds = (performance.now() - began) / 1_000
    await db.close()

    findings.check((await count(url, 'SELECT count(*) AS n FROM cases WHERE unit_id IS NULL')) === 0, 'a case has no unit')
    const now = new Map(kept.parse(await sql(url, 'SELECT id, unit_id AS unit FROM cases')).map(({ id, unit }) => [id, unit]))
    for (const { id, unit } of known) findings.check(now.get(id) === unit, `${id} has another unit than before the kill`)
    const devices = await count(url, 'SELECT count(DISTINCT serial_key) AS n FROM units')
    findings.check((await count(url, 'SELECT count(*) AS n FROM units')) === devices, 'a machine has two units')
    const opened = await count(url, 'SELECT count(*) AS n FROM unit_ownerships WHERE ended_at IS NULL')
    findings.check(opened === devices, `${devices} machines have ${opened} owners`)
    await shop.stop()
    return findings.outcome(
      `${cases.toLocaleString('en-GB')} cases of ${devices.toLocaleString('en-GB')} machines; median of an answer ${before.toFixed(1)} ms, beside the job ${beside.toFixed(1)} ms; ${known.length} before the kill, the rest in ${seconds.toFixed(0)} s`,
    )
  },
}
