import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { query, dataOf, product, signIn, mutate } from '../client'
import { holdsWithin } from '../scenario'
import { ready } from '../../../tests/setup/shop-process'
import { sql } from '../sql'
import type { Cluster } from './cluster'
import type { ClusterShop } from './cluster-shop'

const WRITES = 40
const TIMEOUT_MS = 60_000
const SECOND = 1_000

const inSeconds = (since: number) => ((performance.now() - since) / SECOND).toFixed(1)

/** Writes through the shop. @returns the ids that were confirmed, by name */
async function write(url: string, token: string): Promise<Map<string, string>> {
  const confirmed = new Map<string, string>()
  for (let index = 0; index < WRITES; index += 1) {
    const name = `Kept ${index} ${randomUUID()}`
    const answer = await mutate(url, 'products.create', { name, category: 'Load', stockQuantity: 1 }, { token })
    confirmed.set(name, dataOf(answer, product).id)
  }
  return confirmed
}

/** Has the last of what was written sent to the archive, which otherwise takes up to `archive_timeout`. */
async function archived(superuser: string): Promise<boolean> {
  const [last] = await sql(superuser, 'SELECT pg_walfile_name(pg_switch_wal()) AS file')
  return holdsWithin(TIMEOUT_MS, async () => {
    const [archiver] = await sql(superuser, 'SELECT last_archived_wal AS file FROM pg_stat_archiver')
    return String(archiver?.file) >= String(last?.file)
  })
}

/** Forgets the cluster in etcd, as its operator does. */
function forget({ ground }: Cluster, name: string): void {
  const answers = 'shop\nYes I am aware\n'
  ground.run('patronictl', ['-c', ground.path(`${name}.yml`), 'remove', 'shop'], { input: answers })
}

/**
 * A table is dropped by mistake: the cluster goes back to the second before, with all that was confirmed until then, and the shop
 * goes on. @returns a row of a table
 */
export async function restoreInTime({ cluster, shops, startShop, findings, cast }: ClusterShop) {
  await cluster.whole()
  const superuser = cluster.superuser(cluster.ports.writer)
  const backedUp = performance.now()
  const first = await cluster.primary()
  first.backup('--type=full', 'backup')
  const backup = inSeconds(backedUp)

  const confirmed = await write(cast.url, await signIn(cast.url))
  await wait(SECOND)
  const [moment] = await sql(superuser, `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US+00') AS target`)
  await wait(SECOND)
  await sql(superuser, 'DROP TABLE products CASCADE')
  findings.check(await archived(superuser), 'the last writes did not get to the archive')

  const began = performance.now()
  await Promise.all(shops.map((shop) => shop.stop()))
  await Promise.all(cluster.nodes.map((node) => node.stop()))
  await holdsWithin(TIMEOUT_MS, () => {
    try {
      forget(cluster, first.name)
      return true
    } catch {
      // It asks for the leader's name while the last lease has not run out.
      return false
    }
  })
  for (const node of cluster.nodes) node.empty(node === first ? String(moment?.target) : undefined)
  first.start()
  findings.check(await holdsWithin(TIMEOUT_MS, () => first.is('primary'), 100), 'the restored server did not become the primary')
  const restored = inSeconds(began)
  for (const node of cluster.nodes) if (node !== first) node.start()
  const started = await Promise.all(shops.map((_, index) => startShop(index)))
  shops.splice(0, shops.length, ...(await Promise.all(started.map(ready))))
  const open = inSeconds(began)
  await cluster.whole()
  const whole = inSeconds(began)

  const rows = await sql(cluster.urls.writer, `SELECT id, name FROM products WHERE name LIKE 'Kept %'`)
  const there = new Map(rows.map(({ id, name }) => [String(name), String(id)]))
  for (const [name, id] of confirmed) findings.check(there.get(name) === id, `${name} was confirmed before the mistake and is lost`)
  // The balancer leaves a process out for two seconds that it has not reached.
  await holdsWithin(TIMEOUT_MS, async () => (await query(cast.url, 'settings.public').catch(() => undefined))?.ok === true)
  const token = await signIn(cast.url)
  findings.check((await query(cast.url, 'products.list', { limit: 50 }, { token })).ok, 'the list of products does not answer')
  await write(cast.url, token)
  return {
    'full backup s': backup,
    'confirmed before': confirmed.size,
    lost: confirmed.size - [...confirmed].filter(([name, id]) => there.get(name) === id).length,
    'primary restored after s': restored,
    'shop open after s': open,
    'two standbys after s': whole,
  }
}
