import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { freePort } from '../../tests/setup/free-port'

/** Clean checkouts of commits, and their processes from the command to the first right page. */

export interface Checkout {
  name: string
  folder: string
}

/** The files of a commit alone, without packages and build. */
export function checkOut(commit: string): Checkout {
  const sha = execFileSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { encoding: 'utf8' }).trim()
  const folder = temporaryFolder(`start-${sha}`)
  execFileSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', sha, folder])
  return { name: sha, folder }
}

export interface Settings {
  DATA_DIR: string
  DATABASE_URL?: string
}

export interface Started {
  /** From the command to the first right page (s): on the clock, and of the processor for it and all that it ran. */
  seconds: number
  processor: number
  pid: number
  stop: () => Promise<void>
}

/** A demo shop's products page, from its database: the build's own has no products. */
const isRight = async (port: number) => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/products`, { signal: AbortSignal.timeout(5_000) })
    return answer.ok && /Antminer|Whatsminer/.test(await answer.text())
  } catch {
    return false
  }
}

interface Stat {
  pid: number
  parent: number
  seconds: number
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (4 ppid, 14 to 17 times, those of ended children too) */
function processes(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / 100 }]
      } catch {
        return []
      }
    })
}

/** A process and all below it. */
function family(pid: number): Stat[] {
  const all = processes()
  const found = all.filter((each) => each.pid === pid)
  for (const member of found) found.push(...all.filter(({ parent }) => parent === member.pid))
  return found
}

const LONGEST_SECONDS = 900
/** Wanted beside a server that several processes may share. */
const NEXTAUTH_SECRET = 'a-secret-of-the-benchmark-0123456789'

async function untilRight(child: ChildProcess, port: number): Promise<Started> {
  const { pid } = child
  if (pid === undefined) throw new Error('The shop could not be started')
  const began = performance.now()
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!(await isRight(port))) {
    if (child.exitCode !== null || performance.now() - began > LONGEST_SECONDS * 1000) throw new Error('The shop did not start')
    await sleep(10)
  }
  const seconds = (performance.now() - began) / 1000
  const members = family(pid)
  return {
    seconds,
    processor: members.reduce((sum, member) => sum + member.seconds, 0),
    pid: members.at(-1)?.pid ?? pid,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function start(folder: string, command: readonly [string, ...string[]], settings: Settings): Promise<Started> {
  const port = await freePort()
  const [program, ...args] = command
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    SEED_DEMO: 'true',
    LOG_LEVEL: 'warn',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_SECRET,
    ...settings,
  }
  return untilRight(
    spawn(program, args, { cwd: folder, env: { ...env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] }),
    port,
  )
}

/** `npm start` in a clean checkout, with what npm has in its cache. */
export async function firstStart({ folder }: Checkout, settings: Settings): Promise<Started> {
  for (const part of ['node_modules', '.next', 'dist', 'src/generated/prisma', 'src/generated/prisma.stamp'])
    rmSync(join(folder, part), { recursive: true, force: true })
  return start(folder, ['npm', 'start'], settings)
}

const scripts = z.object({ scripts: z.object({ serve: z.string() }) })

/** What `npm run serve` runs, without npm. */
export function restart({ folder }: Checkout, settings: Settings): Promise<Started> {
  const [, ...args] = scripts.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).scripts.serve.split(' ')
  return start(folder, [process.execPath, ...args], settings)
}

/** Resident memory of a process (MB). */
export const residentMb = (pid: number): number =>
  Number(/^Rss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
