import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ready, temporaryFolder } from '../../../tests/setup/shop-process'
import { builtShop } from '../shop-process'
import { holdsWithin } from '../scenario'
import { bareClient } from './bare-client'
import type { Node } from './nodes'
import type { ClusterShop } from './cluster-shop'

/** One thing that goes wrong, or is done on purpose, while the shop is used. */
export interface Fault {
  name: string
  title: string
  /** @returns what puts it right again */
  strike: (stage: ClusterShop) => Promise<(() => Promise<void> | void) | undefined>
  /** It is put right after so long (ms). */
  lastsMs: number
  /** A process of the shop dies: an email that it has just sent may be sent once more. */
  killsShop?: boolean
}

/** Twice its lease and more: a busy machine is slow to notice. */
const REPLACED_WITHIN_MS = 40_000

const standbyOf = async (nodes: readonly Node[]) => {
  for (const node of nodes) if (await node.is('replica')) return node
  throw new Error('There is no standby')
}

const primaryKilled: Fault = {
  name: 'primary-killed',
  title: 'the primary and its Patroni killed -9 at once, as when a machine loses its power',
  lastsMs: 25_000,
  async strike({ cluster }) {
    const node = await cluster.primary()
    await node.kill()
    return () => {
      node.start()
    }
  },
}

const primaryCutOff: Fault = {
  name: 'primary-cut-off',
  title: 'the primary cut off from everybody, still running, with a program on its own side that goes on writing',
  lastsMs: 20_000,
  async strike({ cluster, findings }) {
    const node = await cluster.primary()
    const inside = bareClient(cluster.superuser(cluster.ports.postgres(node.number)), 'inside')
    await wait(1_000)
    await cluster.proxies.cut(node.number, node.pids)
    const cutAt = performance.now()
    // Writes on their way to the standby when the proxies were cut may be answered still.
    const onTheWay = 200
    return async () => {
      const others = cluster.nodes.filter((other) => other !== node)
      const replaced = async () => (await Promise.all(others.map((other) => other.is('primary')))).filter(Boolean).length === 1
      findings.check(await holdsWithin(REPLACED_WITHIN_MS, replaced, 500), 'the two others have no primary')
      findings.check(!(await node.is('primary')), 'there are two primaries: the one that was cut off still says that it is one')
      await inside.stop()
      const late = inside.confirmed.filter(({ at }) => at > cutAt + onTheWay).length
      findings.check(late === 0, `${late} writes were confirmed by the primary that was cut off`)
      await cluster.proxies.mend()
    }
  },
}

const switchover: Fault = {
  name: 'switchover',
  title: 'a planned switchover to the synchronous standby',
  lastsMs: 5_000,
  async strike({ cluster }) {
    const [leader, candidate] = await Promise.all([cluster.primary(), cluster.synchronous()])
    const response = await fetch(`http://127.0.0.1:${cluster.ports.rest(leader.number)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    })
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`)
    return undefined
  },
}

const standbyKilled: Fault = {
  name: 'standby-killed',
  title: 'the synchronous standby killed -9',
  lastsMs: 20_000,
  async strike({ cluster }) {
    const node = await cluster.synchronous().catch(() => standbyOf(cluster.nodes))
    await node.kill()
    return () => {
      node.start()
    }
  },
}

const etcdGone: Fault = {
  name: 'etcd-gone',
  title: 'all of etcd killed for 20 s',
  lastsMs: 20_000,
  async strike({ cluster }) {
    await cluster.stopEtcd()
    return () => {
      cluster.startEtcd()
    }
  },
}

const haproxyRestarted: Fault = {
  name: 'haproxy-restarted',
  title: 'HAProxy stopped and started again',
  lastsMs: 2_000,
  async strike({ cluster }) {
    await cluster.restartHaproxy()
    return undefined
  },
}

const shopKilled: Fault = {
  name: 'shop-killed',
  title: 'one of two processes of the shop killed -9',
  lastsMs: 8_000,
  killsShop: true,
  async strike({ shops, startShop }) {
    await shops[0]?.kill()
    return async () => {
      shops[0] = await ready(await startShop(0))
    }
  },
}

/** This version with one more migration, which adds a column. */
function nextVersion(): string {
  const folder = temporaryFolder('next-version')
  const build = builtShop()
  for (const part of ['node_modules', 'public', 'next.config.js', 'package.json', '.next', 'dist'])
    symlinkSync(join(build, part), join(folder, part))
  cpSync('prisma', join(folder, 'prisma'), { recursive: true })
  const migration = join(folder, 'prisma/migrations/29991231235959_load_adds_a_column')
  mkdirSync(migration)
  writeFileSync(join(migration, 'migration.sql'), 'ALTER TABLE products ADD COLUMN IF NOT EXISTS load_note text;\n')
  return folder
}

const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'both processes replaced in turn by a version with a migration that adds a column',
  lastsMs: 1_000,
  async strike({ shops, startShop }) {
    const version = nextVersion()
    for (const index of shops.keys()) {
      await shops[index]?.stop()
      shops[index] = await ready(await startShop(index, version))
    }
    return undefined
  },
}

export const faults: readonly Fault[] = [
  primaryKilled,
  primaryCutOff,
  switchover,
  standbyKilled,
  etcdGone,
  haproxyRestarted,
  shopKilled,
  rollingRestart,
]
