import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { holdsWithin } from '../scenario'
import { Sandbox, type Program } from './sandbox'
import { members, Node, nodeThat, template, whole } from './nodes'
import { findPrograms } from './packages'
import { NODES, takenPorts, type Ports } from './ports'
import { openProxies } from './proxies'

const TIMEOUT_MS = 45_000

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  if (!(await holdsWithin(TIMEOUT_MS, holds, 50))) throw new Error(`${what} did not come within ${TIMEOUT_MS / 1000} s`)
}

/** etcd, whose members hold who is the primary. */
function startEtcd(ground: Sandbox, command: string, ports: Ports): Program[] {
  const address = (port: number) => `http://127.0.0.1:${port}`
  const all = NODES.map((node) => `etcd${node}=${address(ports.etcdPeer(node))}`).join(',')
  return NODES.map((node) => {
    const name = `etcd${node}`
    const settings = {
      name,
      'data-dir': ground.makeFolder(name),
      'listen-client-urls': address(ports.etcd(node)),
      'advertise-client-urls': address(ports.etcd(node)),
      'listen-peer-urls': address(ports.etcdPeer(node)),
      'initial-advertise-peer-urls': address(ports.etcdPeer(node)),
      'initial-cluster': all,
      'log-level': 'error',
    }
    return ground.start(
      name,
      command,
      Object.entries(settings).map(([key, value]) => `--${key}=${value}`),
    )
  })
}

/** True once etcd's members have agreed on the version that they speak. */
async function agreed(ports: Ports): Promise<boolean> {
  const answers = NODES.map(async (node) => {
    const response = await fetch(`http://127.0.0.1:${ports.etcd(node)}/version`, { signal: AbortSignal.timeout(1_000) })
    return /"etcdcluster":"\d/.test(await response.text())
  })
  return (await Promise.allSettled(answers)).every((answer) => answer.status === 'fulfilled' && answer.value)
}

/** The balancer of compose.yaml, with other addresses. */
function writeBalancer(ground: Sandbox, ports: Ports): string {
  const text = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
    .replaceAll('/tmp/nginx', ground.path('nginx'))
    .replace(/shop-(\d):3000/g, (_, number: string) => `127.0.0.1:${ports.shop(Number(number) - 1)}`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.balancer};`)
    .replace('worker_processes auto;', 'worker_processes 1;\ndaemon off;')
  return ground.write('nginx.conf', text)
}

/**
 * Three PostgreSQL servers under Patroni, three members of etcd, HAProxy, PgBouncer and nginx, as an ordinary account on
 * loopback.
 */
export async function startCluster(ports: Ports) {
  const programs = findPrograms()
  const taken = await takenPorts(ports)
  if (taken.length > 0) throw new Error(`Something listens on ${taken.join(', ')} already: choose others with --port`)
  const ground = new Sandbox()
  const password = randomBytes(12).toString('hex')
  ground.makeFolder('backup')
  const nodes = NODES.map((number) => new Node(number, ground, programs, ports, password))
  const proxies = await openProxies(ports)
  const fronts = new Map<string, Program>()
  let etcd: Program[] = []

  const startHaproxy = () => {
    const servers = NODES.map((n) => `  server node${n} 127.0.0.1:${ports.postgresProxy(n)} check port ${ports.restProxy(n)}`).join('\n')
    const values = { folder: ground.folder, writerPort: ports.writer, servers }
    const file = ground.configure('haproxy.cfg', template('haproxy.cfg'), values)
    fronts.set('haproxy', ground.start('haproxy', programs.haproxy, ['-db', '-f', file]))
  }
  const startFronts = () => {
    startHaproxy()
    const values = { folder: ground.folder, writerPort: ports.writer, poolerPort: ports.pooler }
    ground.write('pgbouncer-users.txt', `"shop" "${password}"\n`)
    const file = ground.configure('pgbouncer.ini', template('pgbouncer.ini'), values)
    fronts.set('pgbouncer', ground.start('pgbouncer-start', programs.pgbouncer, [file]))
    fronts.set('nginx', ground.start('nginx', programs.nginx, ['-p', ground.folder, '-e', 'stderr', '-c', writeBalancer(ground, ports)]))
  }

  const url = (port: number, user = 'shop', database = 'shop') => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
  const cluster = {
    ground,
    programs,
    ports,
    nodes,
    proxies,
    password,
    urls: { writer: url(ports.writer), pooler: url(ports.pooler), shop: `http://localhost:${ports.balancer}` },
    /** Of the superuser, on one node or by way of HAProxy. */
    superuser: (port: number, database = 'shop') => url(port, 'postgres', database),
    primary: () => nodeThat(nodes, 'primary'),
    synchronous: () => nodeThat(nodes, 'synchronous'),
    whole: () => whole(nodes, ports),
    members: () => members(nodes, ports),
    stopEtcd: async () => void (await Promise.all(etcd.map((member) => member.end('SIGKILL')))),
    startEtcd: () => {
      etcd = startEtcd(ground, programs.etcd, ports)
    },
    restartHaproxy: async () => {
      await fronts.get('haproxy')?.end('SIGTERM')
      startHaproxy()
    },
    /** Every program beside the nodes, with its process. */
    fronts: () =>
      [...fronts, ...etcd.map((member, index) => [`etcd, member ${index + 1}`, member] as const)].map(
        ([name, { pid }]) => [name, pid] as const,
      ),
    /** Everything in order, then whatever is left. */
    async stop() {
      for (const name of ['nginx', 'pgbouncer', 'haproxy']) await fronts.get(name)?.end('SIGTERM')
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all(etcd.map((member) => member.end('SIGTERM')))
      await proxies.close()
      await ground.clear()
    },
  }
  try {
    cluster.startEtcd()
    startFronts()
    // Patroni ends where the members have not agreed yet.
    await until('etcd', () => agreed(ports))
    for (const node of nodes) node.start()
    await until('A primary', async () => (await Promise.all(nodes.map((node) => node.is('primary')))).includes(true))
    await until('The writer', () => prepare(cluster.superuser(ports.writer, 'postgres'), password))
    const first = await cluster.primary()
    first.backup('stanza-create')
    await cluster.whole()
    return cluster
  } catch (error) {
    const words = ground.words()
    await cluster.stop()
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${words}`)
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** The shop's own role and database. */
async function prepare(url: string, password: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch {
    await client.end().catch(() => undefined)
    return false
  }
  await client.query(
    `CREATE ROLE shop LOGIN PASSWORD '${password}'; ALTER ROLE shop SET timezone = 'UTC'; ALTER ROLE shop SET jit = off; ALTER ROLE shop SET random_page_cost = 1.1`,
  )
  await client.query('CREATE DATABASE shop OWNER shop')
  await client.end()
  return true
}
