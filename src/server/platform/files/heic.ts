import { Worker } from 'node:worker_threads'
import * as z from 'zod'

/** A picture's points, four bytes each (RGBA), as it is looked at: HEIC's own turning has been done. */
export interface RawPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

export type Unreadable = 'pixels' | 'unreadable'

/**
 * What the thread runs, as a text: neither of the server's two bundlers makes a file of it, and the shop may run in a folder
 * without its sources. It finds its package from the working directory, as the server does.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const decoder = require('heic-decode')

async function decode({ bytes, largestPixels }) {
  const [picture] = await decoder.all({ buffer: bytes })
  if (!picture) return { refused: 'unreadable' }
  // The header says so before anything is decoded.
  if (picture.width * picture.height > largestPixels) return { refused: 'pixels' }
  return picture.decode()
}

decode(workerData).then(
  (decoded) => parentPort.postMessage(decoded, decoded.data ? [decoded.data.buffer] : []),
  () => parentPort.postMessage({ refused: 'unreadable' }),
)
`

/** The decoder itself takes some 20 MB, and six bytes for each point of the picture. */
const MOST_HEAP_MB = 512

const answers = z.union([
  z.object({ refused: z.enum(['pixels', 'unreadable']) }),
  z.object({ width: z.int().positive(), height: z.int().positive(), data: z.instanceof(Uint8ClampedArray) }),
])

/**
 * Decodes a HEIC picture in a thread, which ends with it whatever becomes of it.
 * @returns why not, where it is none, is too large, or takes too long
 */
export function decodeHeic(
  bytes: Uint8Array,
  { largestPixels, ms }: { largestPixels: number; ms: number },
): Promise<RawPicture | Unreadable> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { bytes, largestPixels },
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // Nothing of the server's own environment or arguments is its business.
      env: {},
      execArgv: [],
    })
    const end = (result: RawPicture | Unreadable) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(() => {
      end('unreadable')
    }, ms)
    worker.once('message', (message: unknown) => {
      const answer = answers.safeParse(message)
      end(!answer.success ? 'unreadable' : 'refused' in answer.data ? answer.data.refused : answer.data)
    })
    worker.once('error', () => {
      end('unreadable')
    })
    worker.once('exit', () => {
      end('unreadable')
    })
  })
}
