import type { NextApiRequest, NextApiResponse } from 'next'
import { rowId } from '~/contracts/fields'
import { importNoun, LARGEST_IMPORT } from '~/contracts/office/imports'
import type { PrismaClient } from '~/generated/prisma/client'
import { foreignOrigin } from '~/server/api/http-guard'
import type { Viewer } from '~/server/identity/auth/read-session'
import { extendBodyTimeout } from '~/server/platform/network/body-timeout'
import type { Services } from '~/server/services'
import { ImportCancelled, ImportFailure } from '~/server/office/import/import-failures'
import { asCsv } from '~/server/office/import/read-workbook'
import { stageFile } from '~/server/office/import/stage-rows'
import { answerUpload, limitedBody, UploadRefusal } from './file-body'

const TOO_LARGE = 'The file is larger than 64 MB. Split it.'

/** The contents decide between the two. */
const TYPES = /^(?:text\/csv|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)\b/i

/** @throws {UploadRefusal} */
async function takeBatch(prisma: PrismaClient, viewer: Viewer, publicUrl: string, req: NextApiRequest) {
  const foreign = foreignOrigin(req, publicUrl)
  if (foreign) throw new UploadRefusal(403, foreign.message)
  if (!TYPES.test(req.headers['content-type'] ?? '')) {
    throw new UploadRefusal(415, 'Send the file as it is: Content-Type must be text/csv, or that of an .xlsx workbook.')
  }
  const id = rowId.safeParse(req.query.batchId)
  const batch = id.success ? await prisma.importBatch.findUnique({ where: { id: id.data, userId: viewer.userId } }) : null
  if (!batch) throw new UploadRefusal(404, 'There is no such import.')
  const bytesTotal = Number(req.headers['content-length'] ?? 0)
  const taken = await prisma.importBatch.updateMany({
    where: { id: batch.id, state: 'waiting' },
    data: { state: 'checking', bytesTotal: Math.min(bytesTotal, LARGEST_IMPORT) },
  })
  if (taken.count === 0) throw new UploadRefusal(409, 'This import has its file already.')
  return { batchId: batch.id, noun: importNoun.parse(batch.noun), tooLarge: bytesTotal > LARGEST_IMPORT }
}

const OUR_FAULT = 'Something went wrong on our side while the file was checked. Please try again.'

export async function receiveImport(
  { db: { prisma }, log }: Pick<Services, 'db' | 'log'>,
  publicUrl: string,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  let batchId: string | undefined
  const end = (state: 'ready' | 'failed', failure: string | null = null) =>
    prisma.importBatch.updateMany({ where: { id: batchId ?? '' }, data: { state, failure } })
  try {
    const batch = await takeBatch(prisma, viewer, publicUrl, req)
    batchId = batch.batchId
    extendBodyTimeout(req)
    if (batch.tooLarge) throw new ImportFailure(TOO_LARGE)
    const body = limitedBody(req, LARGEST_IMPORT, () => new ImportFailure(TOO_LARGE))
    await stageFile(prisma, { ...batch, body: asCsv(body, log) })
    await end('ready')
    answerUpload(req, res, 200, { batchId })
  } catch (error) {
    if (error instanceof UploadRefusal) {
      answerUpload(req, res, error.status, { message: error.message })
    } else if (error instanceof ImportCancelled) {
      answerUpload(req, res, 410, { message: error.message })
    } else if (error instanceof ImportFailure) {
      await end('failed', error.message)
      answerUpload(req, res, 422, { message: error.message })
    } else if (batchId !== undefined && req.destroyed && !req.complete) {
      await prisma.importBatch.deleteMany({ where: { id: batchId } })
    } else {
      log.error({ err: error }, 'An import could not be checked')
      if (batchId !== undefined) await end('failed', OUR_FAULT)
      answerUpload(req, res, 500, { message: OUR_FAULT })
    }
  }
}
