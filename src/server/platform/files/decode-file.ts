import { type FileHandle, open } from 'node:fs/promises'
import PQueue from 'p-queue'
import * as z from 'zod'
import { codedError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { type AnswerLine, documentTypes, type FileContent, type PictureForm, STORED_SIDE } from './decoder/answer'
import { pictureRefusals, refusals, type RefusalReason } from './decoder/refusals'
import { FileRefusal } from '~/server/platform/files/file-store'
import { CHILD_LIMITS, type ChildLimits, type Ended, runChild } from './run-child'

/** A stranger's file is decoded in a child process with bounded memory and time and none of the shop's settings (docs/decisions/017). */

/** MB of data. HEIC and AVIF are decoded as a whole, so one at a time. */
export const CHILD_MEMORY_MB = { ordinary: 400, heif: 608 }

const LONGEST_LINE = 1024

const BUSY_SECONDS = 30
const OUR_FAULT = 'We cannot check files at the moment. Please try again later.'

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

/** The child has read a stranger's bytes, so its answer may be anything; null if invalid. @throws {FileRefusal} */
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

async function isHeif(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
  return bytesRead === 12 && buffer.toString('latin1', 4, 8) === 'ftyp'
}

const createHeifQueue = () => new PQueue({ concurrency: 1 })
declare global {
  // Next bundles routes apart from the process's entry; the process has one queue.
  var shopHeifQueue: ReturnType<typeof createHeifQueue> | undefined
}

async function runInTurn(file: FileHandle, { isUrgent, form, limits }: Required<Omit<DecodeOptions, 'log'>>): Promise<Ended> {
  if (!(await isHeif(file))) return runChild(form, { ...CHILD_LIMITS, memoryMb: CHILD_MEMORY_MB.ordinary, ...limits }, file.fd)
  const turns = (globalThis.shopHeifQueue ??= createHeifQueue())
  return turns.add(() => runChild(form, { ...CHILD_LIMITS, memoryMb: CHILD_MEMORY_MB.heif, ...limits }, file.fd), {
    priority: isUrgent ? 1 : 0,
  })
}

interface DecodeOptions {
  log: Logger
  isUrgent?: boolean
  form?: PictureForm
  limits?: Partial<ChildLimits>
}

/** At most 2560 px, upright, without metadata. The caller limits parallel runs. @throws {FileRefusal}; SERVICE_UNAVAILABLE */
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
