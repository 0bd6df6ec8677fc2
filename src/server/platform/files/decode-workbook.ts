import PQueue from 'p-queue'
import { codedError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { WORKBOOK, WORKBOOK_TABLE } from './decoder/answer'
import { CHILD_LIMITS, type ChildLimits, runChild } from './run-child'

const MEMORY_MB = 640
const SECONDS = { cpuSeconds: 20, ms: 60_000 }
const BUSY_SECONDS = 30
const OUR_FAULT = 'We cannot read workbooks at the moment. Please try again later, or save the sheet as "CSV UTF-8".'

const createQueue = () => new PQueue({ concurrency: 1 })
declare global {
  // Next bundles routes apart from the server's entry; both share this queue.
  var shopWorkbookQueue: ReturnType<typeof createQueue> | undefined
}

interface WorkbookOptions {
  log: Logger
  limits?: Partial<ChildLimits>
}

/** The first visible sheet as UTF-8 CSV; `broken`, `empty`, or `costly` beyond the limits. @throws SERVICE_UNAVAILABLE */
export async function decodeWorkbook(
  bytes: Buffer,
  { log, limits = {} }: WorkbookOptions,
): Promise<Buffer | 'broken' | 'empty' | 'costly'> {
  const turns = (globalThis.shopWorkbookQueue ??= createQueue())
  const ended = await turns
    .add(() => runChild(WORKBOOK, { ...CHILD_LIMITS, ...SECONDS, memoryMb: MEMORY_MB, ...limits }, bytes))
    .catch((err: unknown) => {
      log.error({ err }, 'The process that reads workbooks does not start')
      throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
    })
  if (ended.code === null) return 'costly'
  const { answer } = ended
  if (ended.code === 0 && answer.subarray(0, WORKBOOK_TABLE.length).toString('latin1') === WORKBOOK_TABLE)
    return answer.subarray(WORKBOOK_TABLE.length)
  const refusal = answer.subarray(0, 20).toString('latin1')
  if (ended.code === 0 && (refusal === 'broken' || refusal === 'empty' || refusal === 'costly')) return refusal
  log.error({ code: ended.code, error: ended.error }, 'The process that reads workbooks failed')
  throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', OUR_FAULT, BUSY_SECONDS)
}
