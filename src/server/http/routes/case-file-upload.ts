import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextApiRequest, NextApiResponse } from 'next'
import type * as z from 'zod'
import { LARGEST_FILE } from '~/contracts/uploads'
import { uploadQuery } from '~/contracts/cases/files'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import { presentCase } from '~/server/cases/base/customer-case'
import { records } from '~/contracts/records'
import { foreignOrigin } from '~/server/api/http-guard'
import { uploaderOf } from '~/server/identity/auth/caller-limits'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'
import { caseFileById, countCaseFiles, tooManyFiles } from '~/server/cases/case-files'
import { storeFile, prepareFile } from '~/server/cases/store-file'
import { notFound } from '~/server/platform/database/conflict'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { ErrorDetail } from '~/server/platform/errors'
import { FileRefusal } from '~/server/platform/files/file-store'
import type { Upload } from '~/server/platform/files/upload-folder'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { answerUpload, UploadRefusal } from './file-body'
import { takeUpload, tooLarge } from './take-upload'

/** Runs before the body is read. @throws UploadRefusal */
export function mustBeUpload(publicUrl: string, req: NextApiRequest): void {
  const foreign = foreignOrigin(req, publicUrl)
  if (foreign) throw new UploadRefusal(403, foreign.message)
  // Another site's form needs a preflight to send this type.
  if (!/^application\/octet-stream\b/i.test(req.headers['content-type'] ?? '')) {
    throw new UploadRefusal(415, 'Send the file as it is: Content-Type must be application/octet-stream.')
  }
  if (Number(req.headers['content-length'] ?? 0) > LARGEST_FILE) throw tooLarge()
}

/** Runs before the body is read. @throws UploadRefusal, FORBIDDEN, NOT_FOUND, CONFLICT */
async function admit({ db: { prisma } }: Services, publicUrl: string, viewer: Viewer, req: NextApiRequest) {
  mustBeUpload(publicUrl, req)
  const query = uploadQuery.safeParse(req.query)
  if (!query.success) throw new UploadRefusal(400, query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  requireScope(viewer, query.data.noun, 'read')
  if (!(await presentCase(prisma, query.data))) throw notFound(records[query.data.noun])
  if ((await countCaseFiles(prisma, query.data)) >= MOST_FILES) throw tooManyFiles()
  return query.data
}

async function keep(
  services: Services,
  viewer: Viewer,
  { req, query, upload }: { req: NextApiRequest; query: z.output<typeof uploadQuery>; upload: Upload },
): Promise<string> {
  const { noun, id, name, checkItem, idempotencyKey } = query
  const file = await prepareFile(upload, { name, checkItem, log: services.log, isUrgent: true })
  const actor = actorOf(viewer, clientInfo(req), currentRequestId())
  const submission = {
    caller: viewer.userId,
    key: idempotencyKey,
    procedure: 'POST /api/case-files',
    input: { noun, id, sent: upload.sha256 },
    now: services.now(),
  }
  const of = { noun, id }
  return storeFile({ ...services, actor }, of, file, { submission, more: (_tx, fileId) => Promise.resolve(fileId) })
}

const OUR_FAULT = 'Something went wrong on our side while the file was stored. Please try again.'

function refusalOf(error: unknown): { status: number; message: string; retryAfter?: number | undefined } | null {
  if (error instanceof UploadRefusal) return { status: error.status, message: error.message }
  if (error instanceof FileRefusal) return { status: 422, message: error.message }
  if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') return null
  const retryAfter = error.cause instanceof ErrorDetail ? error.cause.retryAfter : undefined
  return { status: getHTTPStatusCodeFromError(error), message: error.message, retryAfter }
}

/** The body is the file, the query has its case and name. An interrupted upload leaves nothing. */
export async function receiveCaseFile(
  services: Services,
  publicUrl: string,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  await answerWith(services, req, res, async () => {
    const query = await admit(services, publicUrl, viewer, req)
    const sender = { lane: 'desk', id: uploaderOf(viewer), network: null } as const
    const id = await takeUpload(services, { req, res }, sender, (upload) => keep(services, viewer, { req, query, upload }))
    return { file: await caseFileById({ ...services, viewer }, id) }
  })
}

export async function answerWith(
  services: Services,
  req: NextApiRequest,
  res: NextApiResponse,
  receive: () => Promise<object>,
): Promise<void> {
  try {
    answerUpload(req, res, 201, await receive())
  } catch (error) {
    if (res.destroyed || (req.destroyed && !req.complete)) return
    if (isDatabaseUnavailable(error)) throw error
    const refusal = refusalOf(error)
    if (!refusal) services.log.error({ err: error }, 'A file could not be stored')
    if (refusal?.retryAfter !== undefined) res.setHeader('Retry-After', String(refusal.retryAfter))
    answerUpload(req, res, refusal?.status ?? 500, { message: refusal?.message ?? OUR_FAULT })
  }
}
