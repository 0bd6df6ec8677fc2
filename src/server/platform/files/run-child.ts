import { spawn } from 'node:child_process'
import { env } from '~/env'
import { decoderProgram } from './decoder/program'

/** For child processes that parse strangers' files (docs/decisions/017). */

export interface ChildLimits {
  memoryMb: number
  cpuSeconds: number
  ms: number
}
export const CHILD_LIMITS: Omit<ChildLimits, 'memoryMb'> = { cpuSeconds: 20, ms: 60_000 }

/** Bytes; 2560 × 2560 pixels of noise take 6 MB. */
const LONGEST_ANSWER = 16 * 1024 * 1024
const LONGEST_ERROR = 2_000

/** Out of memory, the system ends this process before the shop's; `nice` puts the shop's requests first. */
const WITHIN_LIMITS = `
ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; shift 2
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
exec nice -n 5 "$@"`

/** Otherwise V8 sizes threads and heaps by the machine. */
const NODE_FLAGS = ['--max-old-space-size=192', '--max-semi-space-size=2', '--v8-pool-size=0']

function start(form: string, { memoryMb, cpuSeconds }: ChildLimits, input: number | Buffer) {
  const node = [process.execPath, ...NODE_FLAGS, ...decoderProgram(), form] as const
  // Windows has no such limits; only those on headers and on time apply (decoder/picture.ts).
  const [command, ...args] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', WITHIN_LIMITS, 'sh', String(memoryMb * 1024), String(cpuSeconds), ...node]
  return spawn(command, args, {
    stdio: [typeof input === 'number' ? input : 'pipe', 'pipe', 'pipe'],
    env: { NODE_ENV: env().NODE_ENV, PATH: '/usr/local/bin:/usr/bin:/bin', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
  })
}

export interface Ended {
  /** Null if a limit or the system ended the process. */
  code: number | null
  answer: Buffer
  error: string
}

export function runChild(form: string, limits: ChildLimits, input: number | Buffer): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(form, limits, input)
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, limits.ms)
    const parts: Buffer[] = []
    let size = 0
    let error = ''
    child.stdout?.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > LONGEST_ANSWER) kill()
      else parts.push(part)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (error = (error + text).slice(-LONGEST_ERROR)))
    // A child may end before it has read everything: its exit code tells.
    child.stdin?.on('error', () => undefined)
    if (typeof input !== 'number') child.stdin?.end(input)
    child.once('error', (failure) => {
      clearTimeout(timer)
      reject(failure)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, answer: Buffer.concat(parts), error })
    })
  })
}
