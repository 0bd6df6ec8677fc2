import { TRPCError } from '@trpc/server'
import type { CaseRef } from '~/contracts/cases'
import type { OwnCase } from '~/contracts/tracking'
import { networkOf } from '~/server/auth/limits'
import { caseOfToken } from '~/server/cases/tracking-links'
import { records } from '~/contracts/records'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** Who may see a case as its customer: whoever has a link, and its owner. */

/** How files and documents of the case are asked for: with a link's secret, else by the session alone. */
export type CaseViewer = { token: string } | { userId: string }

type Deps = Pick<Services, 'db' | 'now'>

/** The one answer to a link that is unknown, revoked or over. */
export const noSuchLink = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'This link does not work, or does not work any more. Ask for a new one.' })

/**
 * The case of a link. Whoever tries links in vain is limited by network.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function caseOfLink(
  { db, now, limits, client }: Deps & Pick<Services, 'limits'> & { client: { ip: string | null } },
  token: string,
): Promise<CaseRef> {
  const ref = await caseOfToken(db.prisma, now(), token)
  if (ref) return ref
  await limits.take('trackingTries', networkOf(client))
  throw noSuchLink()
}

/** The id of somebody's own case; null where the number is unknown or another's. */
export async function findOwnCase({ db }: Pick<Services, 'db'>, userId: string, { noun, number }: OwnCase): Promise<CaseRef | null> {
  const found =
    noun === 'repairs'
      ? await db.prisma.repair.findFirst({ where: { repairNumber: number, userId }, select: { id: true } })
      : await db.prisma.tradeIn.findFirst({ where: { tradeInNumber: number, userId }, select: { id: true } })
  return found && { noun, id: found.id }
}

/** The same for a call. @throws NOT_FOUND */
export async function ownCase(services: Pick<Services, 'db'>, userId: string, own: OwnCase): Promise<CaseRef> {
  const ref = await findOwnCase(services, userId, own)
  if (!ref) throw notFound(records[own.noun])
  return ref
}

/** Whether a case is somebody's own. */
export async function isOwner({ db }: Pick<Services, 'db'>, userId: string, { noun, id }: CaseRef): Promise<boolean> {
  const where = { id, userId }
  return (noun === 'repairs' ? await db.prisma.repair.count({ where }) : await db.prisma.tradeIn.count({ where })) > 0
}
