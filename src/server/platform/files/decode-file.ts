import { spawn } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import PQueue from 'p-queue'
import * as z from 'zod'
import { env } from '~/env'
import { codedError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { type AnswerLine, documentTypes, type FileContent, type PictureForm, STORED_SIDE } from './decoder/answer'
import { decoderProgram } from './decoder/program'
import { pictureRefusals, refusals, type RefusalReason } from './decoder/refusals'
import { FileRefusal } from '~/server/platform/files/file-store'

/**
 * Finds out what a stranger's file is, and makes the stored form of a picture, in a child process with bounded memory and time and none of
 * the shop's settings (docs/decisions/069).
 */

/** Memory limit of a child (MB of data). HEIC and AVIF are decoded as a whole, so one of them at a time. */
export const CHILD_MEMORY_MB = { ordinary: 400, heif: 608 }

interface ChildLimits {
  memoryMb: number
  cpuSeconds: number
  /** From its start to its end. */
  ms: number
}
interface Task extends ChildLimits {
  form: PictureForm
}
const LIMITS: Omit<ChildLimits, 'memoryMb'> = { cpuSeconds: 20, ms: 60_000 }

/** Of its answer (bytes); 2560 × 2560 points of noise take 6 MB. */
const LONGEST_ANSWER = 16 * 1024 * 1024
const LONGEST_LINE = 1024
const LONGEST_ERROR = 2_000

const BUSY_SECONDS = 30
const OUR_FAULT = 'We cannot check files at the moment. Please try again later.'

/**
 * Sets the limits, then becomes the program. If memory runs out all the same, the system ends this process before the shop's; and answering
 * requests goes before decoding.
 */
const WITHIN_LIMITS = `
ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; shift 2
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
exec nice -n 5 "$@"`

/** V8 would otherwise size threads and heaps by the machine. */
const NODE_FLAGS = ['--max-old-space-size=192', '--max-semi-space-size=2', '--v8-pool-size=0']

function start({ memoryMb, cpuSeconds, form }: Task, input: number) {
  const node = [process.execPath, ...NODE_FLAGS, ...decoderProgram(), form] as const
  // Windows has no such limits: there the limits on headers and the time hold (decoder/picture.ts).
  const [command, ...args] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', WITHIN_LIMITS, 'sh', String(memoryMb * 1024), String(cpuSeconds), ...node]
  return spawn(command, args, {
    stdio: [input, 'pipe', 'pipe'],
    env: { NODE_ENV: env().NODE_ENV, PATH: '/usr/local/bin:/usr/bin:/bin', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
  })
}

interface Ended {
  /** Null if ended from outside: by a limit, by its system, or for its answer's size. */
  code: number | null
  answer: Buffer
  /** The end of its stderr. */
  error: string
}

/** Runs a child on an open file until it has ended. */
function run(task: Task, input: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(task, input)
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, task.ms)
    const parts: Buffer[] = []
    let size = 0
    let error = ''
    child.stdout?.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > LONGEST_ANSWER) kill()
      else parts.push(part)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (error = (error + text).slice(-LONGEST_ERROR)))
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

/** The stored form of a picture: JPEG of a case, WebP for the shop. */
export interface DecodedPicture {
  kind: 'picture'
  width: number
  height: number
  bytes: Buffer
  thumbnail: Buffer
}
export type DecodedFile = DecodedPicture | Extract<FileContent, { kind: 'document' }>

const side = z.int().positive().max(STORED_SIDE)
const size = z.int().positive()
const answerLine: z.ZodType<AnswerLine> = z.union([
  z.object({ refused: z.enum(Object.keys(refusals) as [RefusalReason, ...RefusalReason[]]) }),
  z.object({ kind: z.literal('document'), type: z.enum(documentTypes) }),
  z.object({ kind: z.literal('picture'), width: side, height: side, bytes: size, thumbnailBytes: size }),
])

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const isWebp = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

function readLine(answer: Buffer): { line: AnswerLine; rest: Buffer } | null {
  const end = answer.subarray(0, LONGEST_LINE).indexOf('\n')
  if (end === -1) return null
  try {
    return { line: answerLine.parse(JSON.parse(answer.toString('utf8', 0, end))), rest: answer.subarray(end + 1) }
  } catch {
    return null
  }
}

/**
 * Reads a child's answer, which may be anything since the child has read a stranger's bytes. Null if it is not valid. @throws {FileRefusal}
 */
export function readAnswer(answer: Buffer, form: PictureForm = 'case'): DecodedFile | null {
  const read = readLine(answer)
  if (!read) return null
  const { line, rest } = read
  if ('refused' in line) throw new FileRefusal((form === 'shop' ? pictureRefusals : refusals)[line.refused])
  if (line.kind === 'document') return rest.byteLength === 0 ? line : null
  const { kind, width, height } = line
  const [bytes, thumbnail] = [rest.subarray(0, line.bytes), rest.subarray(line.bytes)]
  const isPicture = form === 'case' ? isJpeg : isWebp
  if (bytes.byteLength !== line.bytes || thumbnail.byteLength !== line.thumbnailBytes || !isPicture(bytes) || !isPicture(thumbnail))
    return null
  return { kind, width, height, bytes, thumbnail }
}

/** True for the container of both HEIC and AVIF. */
async function isHeif(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
  return bytesRead === 12 && buffer.toString('latin1', 4, 8) === 'ftyp'
}

const createHeifQueue = () => new PQueue({ concurrency: 1 })
declare global {
  // Next bundles routes apart from the process's entry; the process has one.
  var shopHeifQueue: ReturnType<typeof createHeifQueue> | undefined
}

async function runInTurn(file: FileHandle, { isUrgent, form, limits }: Required<Omit<DecodeOptions, 'log'>>): Promise<Ended> {
  if (!(await isHeif(file))) return run({ ...LIMITS, memoryMb: CHILD_MEMORY_MB.ordinary, ...limits, form }, file.fd)
  const turns = (globalThis.shopHeifQueue ??= createHeifQueue())
  return turns.add(() => run({ ...LIMITS, memoryMb: CHILD_MEMORY_MB.heif, ...limits, form }, file.fd), { priority: isUrgent ? 1 : 0 })
}

interface DecodeOptions {
  log: Logger
  /** Goes before others in the queue for HEIC and AVIF. */
  isUrgent?: boolean
  /** Of a case unless said. */
  form?: PictureForm
  /** Replaces the limits, in tests. */
  limits?: Partial<ChildLimits>
}

/**
 * Finds out what a file is and makes the stored form of a picture: at most 2560 px, upright, without metadata, and a thumbnail. The
 * caller limits how many run at a time (upload-queue.ts).
 * @throws {FileRefusal} for a file that is not accepted, cannot be read or costs too much; SERVICE_UNAVAILABLE if children cannot run
 */
export async function decodeFile(name: string, { log, isUrgent = false, form = 'case', limits = {} }: DecodeOptions): Promise<DecodedFile> {
  const file = await open(name, 'r')
  let ended: Ended
  try {
    ended = await runInTurn(file, { isUrgent, form, limits })
  } catch (err) {
    log.error({ err }, 'The process that looks at files does not start')
    throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
  } finally {
    await file.close()
  }
  if (ended.code === null) throw new FileRefusal(refusals.costly)
  const decoded = ended.code === 0 ? readAnswer(ended.answer, form) : null
  if (decoded) return decoded
  log.error({ code: ended.code, error: ended.error }, 'The process that looks at files failed')
  throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
}
