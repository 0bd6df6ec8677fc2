import type { Prisma } from '~/generated/prisma/client'
import { tellStaff } from '~/server/identity/users/approvers'
import type { Services } from '~/server/services'
import { machineName } from './claim-emails'

type Tx = Prisma.TransactionClient
type Telling = Pick<Services, 'outbox' | 'siteUrl' | 'now'>

/** Milliseconds between two emails; the next covers all requests since. */
const REST_MS = 60 * 60 * 1000
const PORTION = 100
const MOST_NAMED = 10

/** If the owner was not asked, has not answered in time, or is gone. At most one email an hour. @returns the number of requests */
export async function tellStaffOfClaims(tx: Tx, services: Telling): Promise<number> {
  const at = services.now()
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id::text AS id FROM unit_claims AS c JOIN units AS u ON u.id = c.unit_id
    WHERE c.state = 'waiting' AND c.staff_told_at IS NULL AND (c.asked_at IS NULL OR u.user_id IS NULL OR coalesce(c.link_until <= ${at}::timestamptz, TRUE))
      AND NOT EXISTS (SELECT FROM unit_claims AS told WHERE told.staff_told_at > ${new Date(at.getTime() - REST_MS)}::timestamptz)
    ORDER BY c.created_at, c.id LIMIT ${PORTION} FOR UPDATE OF c SKIP LOCKED`
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const claims = await tx.unitClaim.findMany({
    where: { id: { in: ids } },
    include: { unit: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const machines = [...new Set(claims.map(({ unit }) => machineName(unit)))]
  const [first = ''] = machines
  const more = machines.length - MOST_NAMED
  const waits =
    machines.length === 1 ? `A request for ${first} waits for a decision` : `Requests for ${machines.length} machines wait for a decision`
  await tellStaff(tx, services, {
    router: 'units',
    subject: waits,
    before: [
      `${waits}: the owner could not be asked, has not answered in time, or has no account any more.`,
      ...(machines.length > 1 ? [[...machines.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')] : []),
    ],
    link: { label: 'Open the approvals', path: '/approvals' },
    after: 'The machine stays where it is until somebody decides. You get this email because you may decide it.',
  })
  await tx.unitClaim.updateMany({ where: { id: { in: ids } }, data: { staffToldAt: at } })
  return ids.length
}

export const tellStaffOfLateClaims = ({ db, ...services }: Telling & Pick<Services, 'db'>): Promise<number> =>
  db.prisma.$transaction((tx) => tellStaffOfClaims(tx, services))
