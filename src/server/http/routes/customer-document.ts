import type { NextApiRequest } from 'next'
import { requestPerson } from '~/server/api/request-context'
import { caseOfLink } from '~/server/cases/base/customer-access'
import { networkOf } from '~/server/identity/auth/limits'
import { mfaPending } from '~/server/identity/auth/read-session'
import { notFound } from '~/server/platform/database/conflict'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'

const noSuch = () => notFound({ one: 'document' })

/** By a link's token, or by session. @param read finds it for an owner, or throws NOT_FOUND @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function findCustomerDocument<Found extends { noun: string | null; nounId: string | null }>(
  services: Services,
  req: NextApiRequest,
  token: string | undefined,
  read: (ownerId: string) => Promise<Found>,
): Promise<Found> {
  const client = clientInfo(req)
  if (token === undefined) {
    const viewer = await requestPerson(req)
    if (!viewer || mfaPending(viewer)) throw noSuch()
    await services.limits.take('documentsOfCustomer', viewer.userId)
    await services.limits.take('documentsOfNetwork', networkOf(client))
    return read(viewer.userId)
  }
  const { ref, customerId } = await caseOfLink({ ...services, client }, token)
  if (ref.noun !== 'repairs' || customerId === null) throw noSuch()
  await services.limits.take('documentsOfCase', `${ref.noun} ${ref.id}`)
  await services.limits.take('documentsOfNetwork', networkOf(client))
  const found = await read(customerId)
  if (found.noun !== ref.noun || found.nounId?.toLowerCase() !== ref.id.toLowerCase()) throw noSuch()
  return found
}
