import { TRPCError } from '@trpc/server'
import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { caseDocumentRef } from '~/contracts/cases/documents'
import { customerDocuments, pictureQuery } from '~/contracts/cases/tracking'
import { networkOf } from '~/server/identity/auth/limits'
import { requestPerson } from '~/server/api/request-context'
import { mfaPending, type Viewer } from '~/server/identity/auth/read-session'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { storeFile, prepareFile } from '~/server/cases/store-file'
import { fileSizes } from '~/server/cases/base/file-access'
import { takesMessages } from '~/server/cases/messages/send-message'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'
import { caseOfLink, lockTheirs, noSuchLink, ownCaseById, presentRef } from '~/server/cases/base/customer-access'
import { findPicture, mayAddPicture, takesPictures, wasSent } from '~/server/cases/customer/attachments'
import { answerDocument } from './case-document'
import { refuse, sendStoredFile } from './case-file-download'
import { answerWith, mustBeUpload } from './case-file-upload'
import { answerRefusal } from './refusal'
import { UploadRefusal } from './file-body'
import { takeUpload } from './take-upload'

const access = z.object({ token: z.string().max(200).optional() })
const named = caseDocumentRef.pick({ noun: true, id: true })
const NOT_FOUND = { status: 404, message: 'There is nothing here, or not for you.' } as const

interface Asked {
  theirs: CustomerCase
  viewer: Viewer | null
}

/** @throws NOT_FOUND, TOO_MANY_REQUESTS */
async function customerCase(
  services: Services,
  req: NextApiRequest,
  ofSession: (viewer: Viewer) => Promise<CustomerCase | null>,
): Promise<Asked> {
  const { token } = access.parse(req.query)
  if (token !== undefined) return { theirs: await caseOfLink({ ...services, client: clientInfo(req) }, token), viewer: null }
  const viewer = await requestPerson(req)
  const theirs = viewer && !mfaPending(viewer) ? await ofSession(viewer) : null
  if (!theirs) throw noSuchLink()
  return { theirs, viewer }
}

const namedCase = (services: Services, req: NextApiRequest) => async (viewer: Viewer) => {
  const ref = named.safeParse(req.query)
  return ref.success ? ownCaseById(services, viewer.userId, ref.data) : null
}

/** @throws any other failure */
function refuseWith(res: NextApiResponse, error: unknown): void {
  if (error instanceof z.ZodError) refuse(res, NOT_FOUND.status, NOT_FOUND.message)
  else if (error instanceof TRPCError && error.code === 'NOT_FOUND') refuse(res, NOT_FOUND.status, NOT_FOUND.message)
  else answerRefusal(res, error)
}

const fileQuery = z.object({ fileId: z.guid(), size: z.enum(fileSizes).default('full') })

/** `GET /api/customer-files/<id>?size=…` */
export async function sendCustomerFile(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { fileId, size } = fileQuery.parse(req.query)
    const { token } = access.parse(req.query)
    const viewer = token === undefined ? await requestPerson(req) : null
    const of =
      token === undefined
        ? viewer && !mfaPending(viewer) && { userId: viewer.userId }
        : await caseOfLink({ ...services, client: clientInfo(req) }, token)
    const file = of ? await findPicture(services, of, fileId) : null
    const key = size === 'full' ? file?.storageKey : file?.thumbnailKey
    if (file && key) await sendStoredFile(services, { file, key, type: 'image/jpeg' }, res)
    else refuse(res, NOT_FOUND.status, NOT_FOUND.message)
  } catch (error) {
    refuseWith(res, error)
  }
}

const documentQuery = caseDocumentRef
  .pick({ number: true })
  .extend({ kind: z.enum(customerDocuments), number: z.coerce.number().pipe(z.int().positive().max(2_147_483_647)).optional() })

/** Limits by case, account and network. @throws TOO_MANY_REQUESTS */
async function takeDocument({ limits }: Services, req: NextApiRequest, { theirs: { ref }, viewer }: Asked): Promise<void> {
  await limits.take('documentsOfCase', `${ref.noun} ${ref.id}`)
  if (viewer) await limits.take('documentsOfCustomer', viewer.userId)
  await limits.take('documentsOfNetwork', networkOf(clientInfo(req)))
}

/** `GET /api/customer-documents?kind=…` */
export async function sendCustomerDocument(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  try {
    const { kind, number } = documentQuery.parse(req.query)
    const asked = await customerCase(services, req, namedCase(services, req))
    await takeDocument(services, req, asked)
    const { theirs } = asked
    const quote = kind === 'estimate' || kind === 'offer' ? kind : null
    if (quote && !(await wasSent(services, theirs, quote, number))) refuse(res, NOT_FOUND.status, NOT_FOUND.message)
    else await answerDocument(services, { ...theirs.ref, kind, number }, { req, res, isDownload: false }, theirs)
  } catch (error) {
    refuseWith(res, error)
  }
}

/** `POST /api/customer-files?name=…`: the body is a picture for an open case. */
export async function receiveCustomerPicture(
  services: Services,
  publicUrl: string,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  await answerWith(services, req, res, async () => {
    mustBeUpload(publicUrl, req)
    const query = pictureQuery.safeParse(req.query)
    if (!query.success) throw new UploadRefusal(400, 'This address is not complete.')
    const client = clientInfo(req)
    const { theirs, viewer } = await customerCase(services, req, namedCase(services, req))
    const ref = presentRef(services, theirs)
    await services.limits.take('trackingAnswers', networkOf(client))
    await (query.data.for === 'message' ? takesMessages(services, ref) : takesPictures(services, ref))
    await mayAddPicture(services.db.prisma, theirs)
    const caller = viewer?.userId ?? ref.id
    return takeUpload(services, { req, res }, { lane: 'others', id: caller, network: networkOf(client) }, async (upload) => {
      const file = await prepareFile(upload, { name: query.data.name, log: services.log })
      if (file.kind !== 'picture') throw new UploadRefusal(422, 'Send a picture: a JPEG, a PNG, a WebP or a HEIC.')
      const actor = { userId: viewer?.userId ?? null, email: viewer?.email ?? null, ...client }
      const submission = {
        caller,
        key: query.data.idempotencyKey,
        procedure: 'POST /api/customer-files',
        input: { ...ref, sent: upload.sha256 },
        now: services.now(),
      }
      return storeFile(
        { ...services, actor },
        ref,
        { ...file, fromCustomer: true },
        {
          submission,
          mayAdd: (tx) => mayAddPicture(tx, theirs),
          // The case may have changed hands during the upload.
          async more(tx, id) {
            await lockTheirs(tx, services, theirs)
            return { id }
          },
        },
      )
    })
  })
}
