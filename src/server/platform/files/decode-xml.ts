import PQueue from 'p-queue'
import { codedError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import type { TreeForm } from './decoder/answer'
import { CHILD_LIMITS, type ChildLimits, runChild } from './run-child'

/** The child takes 60 MB for the longest accepted text. */
const MEMORY_MB = 400
const SECONDS = { cpuSeconds: 5, ms: 20_000 }
const BUSY_SECONDS = 30
const OUR_FAULT = 'We cannot read such files at the moment. Please try again later.'

const createQueue = () => new PQueue({ concurrency: 1 })
declare global {
  // Next bundles routes apart from the server's entry; both share this queue.
  var shopXmlQueue: ReturnType<typeof createQueue> | undefined
}

interface XmlOptions {
  log: Logger
  limits?: Partial<ChildLimits>
}

/** `<a><b>1</b></a>` is `{ a: { b: '1' } }`. Null for another form, or beyond the limits. @throws SERVICE_UNAVAILABLE */
export async function decodeTree(form: TreeForm, text: string, { log, limits = {} }: XmlOptions): Promise<unknown> {
  const turns = (globalThis.shopXmlQueue ??= createQueue())
  const ended = await turns
    .add(() => runChild(form, { ...CHILD_LIMITS, ...SECONDS, memoryMb: MEMORY_MB, ...limits }, Buffer.from(text)))
    .catch((err: unknown) => {
      log.error({ err }, 'The process that reads foreign texts does not start')
      throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
    })
  if (ended.code === null) return null
  try {
    if (ended.code === 0) return JSON.parse(ended.answer.toString('utf8')) as unknown
  } catch {
    // A stranger's file shapes the child's output; the failure is handled below.
  }
  log.error({ code: ended.code, error: ended.error }, 'The process that reads foreign texts failed')
  throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
}

export const decodeXml = (text: string, options: XmlOptions): Promise<unknown> => decodeTree('xml-tree', text, options)
