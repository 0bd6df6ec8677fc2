import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Refusal } from '../../scripts/tools/project.mjs'
import { consistency } from './consistency'
import { busyDay } from './busy-day'
import { clusterFaults } from './cluster/main'
import { races } from './races'
import { creditEmbedded, creditPostgres } from './credit-transfers'
import { cost } from './cost'
import { databaseFaults } from './database-faults'
import { databaseRestart } from './database-restart'
import { stopDatabases } from './databases'
import { diskFull, readOnly } from './disk'
import { firstBoot } from './first-boot'
import { killCasesEmbedded, killCasesPostgres } from './kill-cases'
import { killCreditEmbedded, killCreditPostgres } from './kill-credit'
import { killEmbedded, killPostgres } from './kill-nine'
import { killPaymentsEmbedded, killPaymentsPostgres } from './kill-payments'
import { emailsEmbedded, emailsPostgres } from './emails'
import type { Outcome, Scenario } from './scenario'
import { largeTable } from './large-table'
import { outageTyping } from './outage-typing'
import { streams } from './streams'
import { unitsOfCases } from './units-of-cases'

/**
 * `npm run load`: runs the built server through faults and load, each scenario with processes, folders and a
 * database of its own, and prints what was lost or wrong. See docs/decisions/027.
 */
const scenarios: readonly Scenario[] = [
  killEmbedded,
  killPostgres,
  killCasesEmbedded,
  killCasesPostgres,
  killCreditEmbedded,
  killCreditPostgres,
  killPaymentsEmbedded,
  killPaymentsPostgres,
  emailsEmbedded,
  emailsPostgres,
  creditEmbedded,
  creditPostgres,
  firstBoot,
  databaseRestart,
  outageTyping,
  ...databaseFaults,
  diskFull,
  readOnly,
  largeTable,
  unitsOfCases,
  streams,
  consistency,
  ...races,
  busyDay,
  clusterFaults,
  cost,
]

const SHOWN = 8

async function runOne({ name, title, run }: Scenario, short: boolean) {
  console.log(`\n${name}: ${title} …`)
  const started = performance.now()
  const outcome = await run(short).catch((error: unknown): Outcome => {
    return { checked: 0, wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  })
  const seconds = (performance.now() - started) / 1000
  for (const fault of outcome.wrong.slice(0, SHOWN)) console.log(`  ✗ ${fault}`)
  if (outcome.wrong.length > SHOWN) console.log(`  … and ${outcome.wrong.length - SHOWN} more`)
  console.log(`  ${outcome.wrong.length === 0 ? 'as wanted' : 'NOT as wanted'}, ${seconds.toFixed(1)} s`)
  return { name, seconds, ...outcome }
}

// Programs and mounts of a run end with this process (shop-process.ts, disk.ts).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const args = process.argv.slice(2)
const short = args.includes('--short')
// An option's value is no name: `--rate 50`.
const named = args.filter((argument, index) => !argument.startsWith('--') && !/^--(port|rate|seconds|only)$/.test(args[index - 1] ?? ''))
const unknown = named.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0)
  throw new Refusal(`There is no scenario ${unknown.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}.`)

const loads = loadavg().map((load) => load.toFixed(2))
console.log(`Load of the machine at the start: ${loads.join(' ')}`)
const due = scenarios.filter(({ name, isMeasurement }) => (named.length === 0 ? !(short && isMeasurement) : named.includes(name)))
const results: Awaited<ReturnType<typeof runOne>>[] = []
// They wait more than they work; where nothing is measured, those that share a slow database go beside the others.
const slow = new Set(databaseFaults)
const lanes = short ? [due.filter((scenario) => slow.has(scenario)), due.filter((scenario) => !slow.has(scenario))] : [due]
const runLane = async (lane: readonly Scenario[]) => {
  for (const scenario of lane) results.push(await runOne(scenario, short))
}
await Promise.all(lanes.map(runLane))

console.log(`\nFaults and load${short ? ', few rounds' : ''} (wanted: nothing lost or wrong)`)
console.table(
  results.map(({ name, checked, wrong, seconds, note = '' }) => ({
    scenario: name,
    checked,
    'lost or wrong': wrong.length,
    seconds: seconds.toFixed(1),
    note,
  })),
)
const failed = results.filter(({ wrong }) => wrong.length > 0).length
console.log(`${results.length - failed} passed, ${failed} failed`)
if (process.env.LOAD_REPORT) writeFileSync(process.env.LOAD_REPORT, JSON.stringify({ passed: results.length - failed, failed }))
await stopDatabases()
process.exit(failed === 0 ? 0 : 1)
