import type { NextApiRequest, NextApiResponse } from 'next'
import { LARGEST_IMPORT } from '~/contracts/imports'
import { rowId } from '~/contracts/fields'
import { foreignOrigin } from '~/server/api/http-guard'
import type { Viewer } from '~/server/auth/sessions'
import type { Services } from '~/server/services'
import { readBatch } from './batch'
import { ImportCancelled, ImportFailure } from './failure'
import { stageFile } from './stage'

const TOO_LARGE = 'The file is larger than 64 MB. Split it.'

async function* limited(req: NextApiRequest): AsyncGenerator<Buffer> {
  let size = 0
  // Left before its end the request must stay open: its answer goes the same way.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > LARGEST_IMPORT) throw new ImportFailure(TOO_LARGE)
    yield bytes
  }
}

/** Answers once the rest of the body has come, as far as it may be: a browser that is still sending would not read the answer. */
function answer(req: NextApiRequest, res: NextApiResponse, status: number, body: object): void {
  if (res.destroyed) return
  if (!req.readableEnded) {
    res.setHeader('Connection', 'close')
    req.resume()
  }
  res.status(status).json(body)
}

/**
 * Takes the file of an import that has been started: the request's body is the file. The caller has
 * made sure that an administrator sends it.
 */
export async function receiveImport(
  { db: { prisma }, log }: Pick<Services, 'db' | 'log'>,
  publicUrl: string,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  const refused = foreignOrigin(req, publicUrl)
  if (refused) return answer(req, res, 403, { message: refused.message })
  if (!/^text\/csv\b/i.test(req.headers['content-type'] ?? '')) {
    return answer(req, res, 415, { message: 'Send the file as it is: Content-Type must be text/csv.' })
  }
  const id = rowId.safeParse(req.query.batchId)
  const batchId = id.data ?? ''
  const batch = id.success ? await readBatch(prisma, viewer.userId, batchId).catch(() => null) : null
  if (!batch) return answer(req, res, 404, { message: 'There is no such import.' })
  const bytesTotal = Number(req.headers['content-length'] ?? 0)
  const taken = await prisma.importBatch.updateMany({
    where: { id: batchId, state: 'waiting' },
    data: { state: 'checking', bytesTotal: Math.min(bytesTotal, LARGEST_IMPORT) },
  })
  if (taken.count === 0) return answer(req, res, 409, { message: 'This import has its file already.' })

  const end = async (state: 'ready' | 'failed', failure: string | null = null) => {
    await prisma.importBatch.updateMany({ where: { id: batchId }, data: { state, failure } })
  }
  try {
    if (bytesTotal > LARGEST_IMPORT) throw new ImportFailure(TOO_LARGE)
    await stageFile(prisma, { batchId, noun: batch.progress.noun, body: limited(req) })
    await end('ready')
    answer(req, res, 200, { batchId })
  } catch (error) {
    if (error instanceof ImportCancelled) return answer(req, res, 410, { message: error.message })
    if (error instanceof ImportFailure) {
      await end('failed', error.message)
      return answer(req, res, 422, { message: error.message })
    }
    if (!req.complete) {
      // The client went away: nobody will ask for what has come.
      await prisma.importBatch.deleteMany({ where: { id: batchId } })
      return
    }
    log.error({ err: error }, 'An import could not be checked')
    await end('failed', 'Something went wrong on our side while the file was checked. Please try again.')
    answer(req, res, 500, { message: 'Something went wrong on our side. Please try again.' })
  }
}
