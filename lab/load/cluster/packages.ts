import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Debian's packages, by a program of each. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
  pgbackrest: 'pgbackrest',
  postgres: 'postgresql',
} as const

export type ProgramName = keyof typeof packages
export type Programs = Record<ProgramName, string>

/** The packages are not there and cannot be had here. */
export class PackagesMissing extends Error {
  override name = 'PackagesMissing'
}

const POSTGRES = '/usr/lib/postgresql'
/** patroni wants nothing of a newer server that it does not know. */
const OLDEST_MAJOR = 14

function postgresFolder(): string | undefined {
  const majors = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  const newest = Math.max(...majors.filter((major) => major >= OLDEST_MAJOR))
  return Number.isFinite(newest) ? join(POSTGRES, String(newest), 'bin') : undefined
}

/** Debian keeps servers where an ordinary account's PATH does not lead. */
function find(name: ProgramName): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter)
  const folders = name === 'postgres' ? [postgresFolder() ?? ''] : [...paths, '/usr/sbin', '/usr/bin']
  return folders.map((folder) => join(folder, name)).find(existsSync)
}

/** A file that is there while the work is done, unless there is one already. */
function withFile<T>(path: string, text: string, mode: number, work: () => T): T {
  if (existsSync(path)) return work()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
  try {
    return work()
  } finally {
    rmSync(path)
  }
}

/** Installs packages and starts none of their services: not even a first database of Debian's own. */
function install(names: readonly string[]): boolean {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).status === 0
  const all = () => apt('install', '-y', '--no-install-recommends', ...names)
  return withFile('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', 0o755, () =>
    withFile('/etc/postgresql-common/createcluster.d/shop-load.conf', 'create_main_cluster = false\n', 0o644, () => {
      return all() || (apt('update') && all())
    }),
  )
}

/**
 * Finds the programs; installs missing ones, as root.
 * @throws {PackagesMissing}
 */
export function findPrograms(): Programs {
  const names: readonly ProgramName[] = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'nginx', 'pgbackrest', 'postgres']
  const missing = () => names.filter((name) => find(name) === undefined).map((name) => packages[name])
  const wanted = missing()
  if (wanted.length > 0) {
    console.log(`  installing ${wanted.join(', ')} …`)
    if (process.getuid?.() !== 0 || !install(wanted) || missing().length > 0)
      throw new PackagesMissing(`${wanted.join(', ')} cannot be installed here; as root: apt-get install ${wanted.join(' ')}`)
  }
  const path = (name: ProgramName) => find(name) ?? ''
  return {
    patroni: path('patroni'),
    etcd: path('etcd'),
    haproxy: path('haproxy'),
    pgbouncer: path('pgbouncer'),
    nginx: path('nginx'),
    pgbackrest: path('pgbackrest'),
    postgres: path('postgres'),
  }
}
