import type { NextApiRequest, NextApiResponse } from 'next'
import { requestFileQuery } from '~/contracts/cases/requests'
import { networkOf } from '~/server/identity/auth/limits'
import { clientInfo } from '~/server/platform/network/client-info'
import { addRequestFile, mustTakeRequests } from '~/server/cases/intake/draft'
import type { Services } from '~/server/services'
import { answerWith, mustBeUpload } from './case-file-upload'
import { UploadRefusal } from './file-body'
import { takeUpload } from './take-upload'

/** Checks an upload as far as possible before its file has come. @throws UploadRefusal, FORBIDDEN, TOO_MANY_REQUESTS */
async function admit(services: Services, publicUrl: string, req: NextApiRequest) {
  mustTakeRequests(services)
  mustBeUpload(publicUrl, req)
  const query = requestFileQuery.safeParse(req.query)
  if (!query.success) throw new UploadRefusal(400, query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  await services.limits.take('requestFiles', networkOf(clientInfo(req)))
  return query.data
}

/** Receives a file for a request that is still being written, from anybody; only the desk sees it, once the request is confirmed. */
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
