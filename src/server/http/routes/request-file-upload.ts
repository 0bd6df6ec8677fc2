import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type { NextApiRequest, NextApiResponse } from 'next'
import { requestFileQuery } from '~/contracts/requests'
import { networkOf } from '~/server/auth/limits'
import { clientInfo } from '~/server/platform/network/client-info'
import { addRequestFile, mustTakeRequests } from '~/server/requests/draft'
import type { Services } from '~/server/services'
import { answerWith, mustBeUpload, readBody } from './case-file-upload'
import { UploadRefusal } from './file-body'

/**
 * Files of anonymous visitors that are read at a time, and that wait: apart from those of the desk, which these must not hold up. Their
 * bodies have the time of any call's, not that of an administrator's file.
 */
const READ_AT_A_TIME = 4
const WAITING = 30
const createGate = () => bulkhead(READ_AT_A_TIME, WAITING)
declare global {
  var shopRequestFileGate: ReturnType<typeof createGate> | undefined
}

const busy = () => new UploadRefusal(503, 'Many pictures are being taken at this moment. Please add this one again in a few seconds.')

/** What can be refused before the file has come. @throws UploadRefusal, FORBIDDEN, TOO_MANY_REQUESTS */
async function admit(services: Services, publicUrl: string, req: NextApiRequest) {
  mustTakeRequests(services)
  mustBeUpload(publicUrl, req)
  const query = requestFileQuery.safeParse(req.query)
  if (!query.success) throw new UploadRefusal(400, query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  await services.limits.take('requestFiles', networkOf(clientInfo(req)))
  return query.data
}

/** Takes a file of a request that has not been sent yet, from anybody; nobody sees it but the desk, once the request is confirmed. */
export async function receiveRequestFile(services: Services, publicUrl: string, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  await answerWith(services, req, res, async () => {
    const query = await admit(services, publicUrl, req)
    const actor = { userId: null, email: null, ...clientInfo(req) }
    const take = async () => addRequestFile({ ...services, actor }, query, await readBody(req))
    const file = await (globalThis.shopRequestFileGate ??= createGate()).execute(take).catch((error: unknown) => {
      throw isBulkheadRejectedError(error) ? busy() : error
    })
    return { file }
  })
}
