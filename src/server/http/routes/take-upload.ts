import { LARGEST_FILE } from '~/contracts/uploads'
import type { NextApiRequest, NextApiResponse } from 'next'
import { type Upload, uploadFolder, withUpload } from '~/server/platform/files/upload-folder'
import { type Sender, uploadQueue } from '~/server/platform/files/upload-queue'
import { FileStoreError } from '~/server/platform/files/file-store'
import type { Services } from '~/server/services'
import { limitedBody, UploadRefusal } from './file-body'

/** Milliseconds for a whole file: the server closes the connection a second later (http/server.ts). */
const BODY_MS = 29_000

export const tooLarge = () => new UploadRefusal(413, 'This file is larger than 15 MB. Send a smaller one.')
const tooSlow = () =>
  new UploadRefusal(408, 'This file took longer than 30 seconds to arrive. Send a smaller one, or try again with a better connection.')

/** @throws {UploadRefusal} */
async function* bodyInTime(req: NextApiRequest, ms: number): AsyncGenerator<Buffer, void> {
  const body = limitedBody(req, LARGEST_FILE, tooLarge)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(tooSlow())
    }, ms)
  })
  // It may reject after the race.
  late.catch(() => undefined)
  try {
    for (;;) {
      const next = body.next()
      // It ends with its connection.
      next.catch(() => undefined)
      const part = await Promise.race([next, late])
      if (part.done) return
      yield part.value
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A slow sender holds up nobody. @throws UploadRefusal, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE, and as the work */
export function takeUpload<T>(
  services: Pick<Services, 'dataDir' | 'disk'>,
  { req, res }: { req: NextApiRequest; res: NextApiResponse },
  sender: Sender,
  work: (upload: Upload) => Promise<T>,
  bodyMs = BODY_MS,
): Promise<T> {
  const left = new AbortController()
  res.once('close', () => {
    left.abort()
  })
  return uploadQueue().run(sender, async (inTurn) => {
    try {
      return await withUpload(uploadFolder(services), bodyInTime(req, bodyMs), (upload) => inTurn(() => work(upload), left.signal))
    } catch (error) {
      throw services.disk.failed(error) ? new UploadRefusal(503, new FileStoreError('full').message) : error
    }
  })
}
