import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port'

/** Debian's place for it (`apt-get install pgbouncer`). */
const PROGRAM = '/usr/sbin/pgbouncer'
const NOBODY = 65534

/** True if there is a PgBouncer to try; tests that need one say so where there is none. */
export const hasPgBouncer = existsSync(PROGRAM)

export interface Pooler {
  /** The server's database by way of the pooler. */
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a real PgBouncer before a server.
 * @param settings further lines of its file; without them it refuses what a session of one's own begins with, as it does by itself
 */
export async function startPgBouncer(serverUrl: string, mode: 'transaction' | 'session', settings: string[] = []): Promise<Pooler> {
  const { hostname, port: serverPort, pathname } = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'shop-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    // With any password everybody is one user, whom it has to be told.
    `* = host=${hostname} port=${serverPort} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 5',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const owner = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (owner.uid !== undefined) for (const each of [folder, file]) chownSync(each, owner.uid, owner.gid)
  const running = spawn(PROGRAM, ['-q', file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  running.stderr.setEncoding('utf8').on('data', (chunk: string) => (words += chunk))
  const ended = new Promise<void>((resolve) => {
    running.once('close', () => {
      resolve()
    })
  })
  const stop = async () => {
    running.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (tries < 100 && running.exitCode === null) await wait(50)
    else {
      await stop()
      throw new Error(`PgBouncer did not start: ${words}`)
    }
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}${pathname}`, stop }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
