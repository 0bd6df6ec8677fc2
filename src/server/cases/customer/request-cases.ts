import type { CaseNoun } from '~/contracts/case-ref'
import type { RequestedCase } from '~/contracts/cases/tracking'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { casesOf, type CustomerCase } from '~/server/cases/base/customer-case'
import type { TrackingServices } from './read-tracked-case'

/** In the order of their numbers. */
async function idsOfRequest(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { ref: { noun }, customerId }: CustomerCase,
  requestId: string | null,
): Promise<string[]> {
  if (requestId === null || customerId === null) return []
  const number = Prisma.raw(`t.${records[noun].status.number}`)
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${casesOf(noun, customerId)} AS t WHERE t.request_id = ${requestId}::uuid
    ORDER BY length(${number}), ${number} LIMIT ${MOST_MACHINES}`
  return found.map(({ id }) => id)
}

export async function idsTogether(db: Parameters<typeof idsOfRequest>[0], theirs: CustomerCase): Promise<string[]> {
  const { noun, id } = theirs.ref
  const [row] = await db.$queryRaw<{ requestId: string | null }[]>`
    SELECT request_id::text AS "requestId" FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid`
  return idsOfRequest(db, theirs, row?.requestId ?? null)
}

/** Times of withdrawal of cases whose status was not set since. */
export async function readWithdrawn(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  noun: CaseNoun,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { auditSubject } = records[noun]
  const found = await db.$queryRaw<{ id: string; at: Date; action: string }[]>`
    SELECT DISTINCT ON (a.subject_id) a.subject_id AS id, a.at, a.action FROM audit_log AS a
    WHERE a.subject_type = ${auditSubject} AND a.subject_id = ANY (${[...ids]}::text[])
      AND a.before ->> 'status' IS NOT NULL AND a.before ->> 'status' <> a.after ->> 'status'
    ORDER BY a.subject_id, a.id DESC`
  return new Map(found.flatMap(({ id, at, action }) => (action === `${auditSubject}.withdrawn` ? [[id, at] as const] : [])))
}

export type ReadRequested = (
  services: TrackingServices,
  ids: readonly string[],
  customerId: string,
) => Promise<(RequestedCase & { id: string })[]>

export async function readRequested(
  services: TrackingServices,
  theirs: CustomerCase,
  requestId: string | null,
  read: ReadRequested,
): Promise<RequestedCase[] | null> {
  const ids = theirs.isAlone ? [] : await idsOfRequest(services.db.prisma, theirs, requestId)
  if (ids.length < 2 || theirs.customerId === null) return null
  const found = new Map((await read(services, ids, theirs.customerId)).map(({ id, ...each }) => [id, each]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
