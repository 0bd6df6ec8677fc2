import type { TrackedCase } from '~/contracts/cases/tracking'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { readRecord } from '~/server/office/records/status-records'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { readCaseOwner } from './case-owner'
import type { CustomerCase } from './customer-case'
import type { CaseViewer } from './customer/access'
import type { TrackingServices } from './customer/read'
import type { CaseKindOf, CaseTypes } from './kinds/kind'
import { caseKinds } from './kinds/kinds'

/** One case by its number, with whose it is and what its kind shows beside. @throws NOT_FOUND */
export async function readCasePage<Types extends CaseTypes>(
  services: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  kind: CaseKindOf<Types>,
  { number }: { number: string },
): Promise<Types['page']> {
  const { noun, table } = kind
  const column = Prisma.raw(records[noun].status.number)
  const [found] = await services.db.prisma.$queryRaw<{ id: string; userId: string | null }[]>`
    SELECT id::text AS id, user_id::text AS "userId" FROM ${table} WHERE ${column} = ANY (${numberSpellings(noun, number)}::text[])
    ORDER BY ${column} = ${number} DESC LIMIT 1`
  if (!found) throw notFound(records[noun])
  const { id, userId } = found
  const [row, owner, beside] = await Promise.all([
    readRecord(services, kind, { id }),
    readCaseOwner(services, { noun, id }, userId),
    kind.beside(services, id),
  ])
  return kind.page(services, row, owner, beside)
}

/** A case as its customer sees it, or as a former one did. @throws NOT_FOUND */
export const readTracked = (services: TrackingServices, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> =>
  caseKinds[theirs.ref.noun].tracked(services, audience, theirs)
