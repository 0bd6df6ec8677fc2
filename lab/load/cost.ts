import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from './client'
import { clusterCost } from './cluster/cost'
import { newDatabase } from './databases'
import { openTabs } from './live-client'
import { atPace, type Shot } from './pacing'
import { machineUse, useWhile } from './process-use'
import { Findings, quantile, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { setTitle } from './sql'
import { twoProcesses } from './two-processes'
import { addCustomers, visitors, type Visit } from './visitors'

const PAGES = [0, 100, 1_000]
const LOOK_MS = 10_000
const SETTLE_MS = 4_000
const STEP_MS = 20_000
const RATES = [25, 50, 75, 100, 125, 150, 175, 200, 250, 300]
const LONGEST_P99_MS = 500
/** The people behind 25 requests a second (busy-day.ts), and the hours of that in a day. */
const OF_25 = { visitors: 1_500, administrators: 3 }
const BUSY_HOURS = 8
/** Of all requests, those that change an order's status (visitors.ts); an order has two. */
const STATUS_SHARE = 0.05
const STATUSES = 2

/** The table as documents have it. */
function printMarkdown(title: string, rows: readonly Record<string, string | number>[]): void {
  const heads = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log(line(heads))
  console.log(line(heads.map(() => '---')))
  for (const row of rows) console.log(line(heads.map((head) => row[head] ?? '')))
}

/** One process with so many open pages, silent and with a change a second. */
async function costOfPages() {
  const databaseUrl = await newDatabase()
  const env = { STREAMS_PER_ADDRESS: '2000', SEED_DEMO: 'true' }
  const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl, env })
  await setTitle(databaseUrl, 'At first')
  const pids = [shop.pid ?? 0]
  const rows = []
  for (const pages of PAGES) {
    const tabs = await openTabs(shop.url, pages)
    await wait(SETTLE_MS)
    const silent = await useWhile(pids, () => wait(LOOK_MS))
    const changing = await useWhile(pids, async () => {
      for (let change = 0; change < LOOK_MS / 1_000; change += 1) {
        await setTitle(databaseUrl, `Change ${change} at ${pages}`)
        await wait(1_000)
      }
    })
    for (const tab of tabs) tab.close()
    rows.push({
      'open pages': pages,
      'memory MB': Math.round(changing.memoryMb),
      'a core, silent': `${silent.processor.toFixed(1)} %`,
      'a core, a change a second': `${changing.processor.toFixed(1)} %`,
    })
  }
  await shop.stop()
  return rows
}

/** The busy day faster and faster, until one in a hundred waits for half a second. */
async function costOfVisits(findings: Findings) {
  const { one, two, databaseUrl } = await twoProcesses()
  await addCustomers(databaseUrl)
  const visit = visitors([one.url, two.url], await signIn(one.url))
  const warm = atPace(25, visit)
  await wait(SETTLE_MS)
  await warm()
  const rows = []
  for (const rate of RATES) {
    let shots: Shot<Visit>[] = []
    const machine = machineUse()
    const use = await useWhile([one.pid ?? 0, two.pid ?? 0], async () => {
      const stop = atPace(rate, visit)
      await wait(STEP_MS)
      shots = await stop()
    })
    const ofMachine = machine()
    const times = shots.map(({ ms }) => ms).sort((a, b) => a - b)
    const late = shots.map((shot) => shot.late).sort((a, b) => a - b)
    const p99 = quantile(times, 0.99)
    const failed = shots.filter(({ result }) => result.fault !== undefined).length
    rows.push({
      'requests a second': rate,
      'p50 ms': Math.round(quantile(times, 0.5)),
      'p99 ms': Math.round(p99),
      // The visitors are one program, and may be what is late.
      'of it until sent': Math.round(quantile(late, 0.99)),
      failed,
      'both processes, of a core': `${Math.round(use.processor)} %`,
      'the whole machine': `${Math.round(ofMachine)} %`,
      'visitors a day': Math.round((rate / 25) * OF_25.visitors * BUSY_HOURS),
      'administrators at once': Math.round((rate / 25) * OF_25.administrators),
      'orders a day': Math.round((rate * STATUS_SHARE * 3_600 * BUSY_HOURS) / STATUSES),
    })
    if (p99 > LONGEST_P99_MS) break
  }
  findings.check(rows.length > 1, 'not even the busy day itself had a p99 below half a second')
  return rows
}

export const cost: Scenario = {
  name: 'cost',
  title: 'memory and processor of a process with open pages, and the busy day raised until p99 passes half a second',
  isMeasurement: true,
  run: async () => {
    const findings = new Findings()
    const pages = await costOfPages()
    const visits = await costOfVisits(findings)
    printMarkdown('One process of the shop', pages)
    printMarkdown(`Two processes and PostgreSQL on one machine, with the visitors themselves; a day is ${BUSY_HOURS} such hours`, visits)
    const programs = await clusterCost()
    if (programs) printMarkdown('The cluster without visitors', programs)
    const held = visits.findLast((row) => row['p99 ms'] <= LONGEST_P99_MS)
    return findings.outcome(`${held?.['requests a second'] ?? 0} requests a second hold`)
  },
}
