import type { NextApiRequest, NextApiResponse } from 'next'
import { removeRequestFileInput, requestFileQuery } from '~/contracts/cases/requests'
import { networkOf } from '~/server/identity/auth/limits'
import { clientInfo } from '~/server/platform/network/client-info'
import { addRequestFile, findRequestPicture, mustTakeRequests } from '~/server/cases/intake/request-draft'
import type { Services } from '~/server/services'
import { refuse, sendStoredFile } from './case-file-download'
import { answerWith, mustBeUpload } from './case-file-upload'
import { UploadRefusal } from './file-body'
import { takeUpload } from './take-upload'

/** @throws UploadRefusal, FORBIDDEN, TOO_MANY_REQUESTS */
async function admit(services: Services, publicUrl: string, req: NextApiRequest) {
  mustTakeRequests(services)
  mustBeUpload(publicUrl, req)
  const query = requestFileQuery.safeParse(req.query)
  if (!query.success) throw new UploadRefusal(400, query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  await services.limits.take('requestFiles', networkOf(clientInfo(req)))
  return query.data
}

/** Anybody may send it; only staff see it, once the request is confirmed. */
export async function receiveRequestFile(services: Services, publicUrl: string, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  await answerWith(services, req, res, async () => {
    const query = await admit(services, publicUrl, req)
    const client = clientInfo(req)
    const actor = { userId: null, email: null, ...client }
    const sender = { lane: 'others', id: query.draft, network: networkOf(client) } as const
    const file = await takeUpload(services, { req, res }, sender, (upload) => addRequestFile({ ...services, actor }, query, upload))
    return { file }
  })
}

/** `GET /api/request-files?draft=…&id=…`: only for the browser that has added the file. */
export async function sendRequestPicture(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = removeRequestFileInput.safeParse(req.query)
  const file = query.success ? await findRequestPicture(services, query.data) : null
  if (!file?.thumbnailKey) refuse(res, 404, 'There is nothing here, or not for you.')
  else await sendStoredFile(services, { file, key: file.thumbnailKey, type: 'image/jpeg' }, res)
}
