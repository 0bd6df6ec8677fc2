import { parseArgs } from 'node:util'
import { Findings, type Scenario } from '../scenario'
import { startCluster } from './cluster'
import { faults } from './faults'
import { PackagesMissing } from './packages'
import { portsFrom } from './ports'
import { restoreInTime } from './restore'
import { runFault } from './run-fault'
import { startClusterShop } from './cluster-shop'

/** Beside the faults. */
const RESTORE = 'restore'
/** Lines of each program's log, where anything was wrong. */
const WORDS = 120
const STARTED_WITHIN_MS = 60_000

/** `--port`, `--rate`, `--seconds`, `--only`, after the names of scenarios. */
function readOptions(short: boolean) {
  const text = { type: 'string' } as const
  const options = { port: text, rate: text, seconds: text, only: text, short: { type: 'boolean' } } as const
  const { values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true, strict: false })
  const number = (value: unknown, otherwise: number) => (typeof value === 'string' ? Number(value) : otherwise)
  const only = typeof values.only === 'string' ? values.only.split(',') : short ? ['primary-killed'] : undefined
  const unknown = only?.filter((name) => name !== RESTORE && !faults.some((fault) => fault.name === name)) ?? []
  if (unknown.length > 0)
    throw new Error(`There is no fault ${unknown.join(', ')}; there are ${[...faults.map(({ name }) => name), RESTORE].join(', ')}`)
  return {
    ports: portsFrom(number(values.port, 4_700)),
    pace: { perSecond: number(values.rate, short ? 15 : 50), seconds: number(values.seconds, short ? 30 : 180), short },
    due: faults.filter(({ name }) => !only || only.includes(name)),
    restores: !only || only.includes(RESTORE),
  }
}

export const clusterFaults: Scenario = {
  name: 'cluster',
  title: 'three PostgreSQL servers under Patroni, etcd, HAProxy, PgBouncer, two processes and nginx, of which one dies at a time',
  run: async (short) => {
    const findings = new Findings()
    const { ports, pace, due, restores } = readOptions(short)
    const began = performance.now()
    let cluster
    try {
      cluster = await startCluster(ports)
    } catch (error) {
      if (!(error instanceof PackagesMissing)) throw error
      console.log(`  SKIPPED: ${error.message}`)
      return findings.outcome(`skipped: ${error.message}`)
    }
    const startedMs = performance.now() - began
    findings.check(short || startedMs < STARTED_WITHIN_MS, `the cluster started in ${Math.round(startedMs)} ms`)
    try {
      const stage = await startClusterShop(cluster, findings)
      const rows = []
      for (const [index, fault] of due.entries()) rows.push(await runFault(fault, stage, pace, index))
      if (rows.length > 0) {
        console.log('\nFaults of a cluster under load')
        console.table(rows)
      }
      if (restores) {
        const row = await restoreInTime(stage)
        console.log('\nA table dropped by mistake, and back to the second before')
        console.table([row])
      }
      if (findings.wrong.length > 0) console.log(cluster.ground.words(WORDS))
      for (const tab of stage.tabs) tab.close()
      await stage.close()
    } catch (error) {
      console.log(cluster.ground.words())
      throw error
    } finally {
      await cluster.stop()
    }
    return findings.outcome(`started in ${(startedMs / 1000).toFixed(1)} s, ${due.length} faults`)
  },
}
