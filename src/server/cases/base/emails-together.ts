import { caseNouns, type CaseRef } from '~/contracts/case-ref'
import { deviceName } from '~/contracts/cases/device'
import { caseStatuses } from '~/contracts/cases/emails'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { safeJson } from '~/server/platform/database/column-values'

/** The machines of one request often take a step together: their customer gets one email about it (platform/outbox/gather-emails.ts). */

/** The shop writes these by itself, of all that are due. */
const byItself = ['reminder', 'expired', 'credited']
const steps = new Set<string>([...caseStatuses.repairs, ...caseStatuses.tradeIns, 'arrived', 'estimate', 'offer', ...byItself])

/** True for an email that waits for others of its request: of an administrator's change, or one that the shop writes by itself. */
export const waitsForOthers = (changeId: string | null, kind: string): boolean => changeId !== null || byItself.includes(kind)

/** Where an email stands among others of its request. */
export interface Among {
  group: string
  /** 'TRD-10041, Bitmain Antminer S19'. */
  title: string
}

/** For emails about cases of requests, by one statement. @returns by the id of the case and the kind of the email; undefined for others */
export async function findAmong(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  emails: readonly { of: CaseRef; kind: string }[],
): Promise<(email: { of: CaseRef; kind: string }) => Among | undefined> {
  const ids = emails.filter(({ kind }) => steps.has(kind)).map(({ of }) => of.id)
  if (ids.length === 0) return () => undefined
  const selects = caseNouns.map(
    (
      noun,
    ) => Prisma.sql`SELECT id::text AS id, ${Prisma.raw(records[noun].status.number)} AS number, request_id::text AS request, device_info AS "deviceInfo"
      FROM ${Prisma.raw(records[noun].table)} WHERE id = ANY (${ids}::uuid[]) AND request_id IS NOT NULL`,
  )
  const found = await tx.$queryRaw<
    { id: string; number: string; request: string; deviceInfo: unknown }[]
  >`${Prisma.join(selects, ' UNION ALL ')}`
  const cases = new Map(found.map((each) => [each.id, each]))
  return ({ of, kind }) => {
    const known = steps.has(kind) ? cases.get(of.id.toLowerCase()) : undefined
    if (!known) return undefined
    const title = `${known.number.slice(0, 100)}, ${deviceName(safeJson(known.deviceInfo)).slice(0, 200)}`
    return { group: `${known.request}:${of.noun}:${kind}`, title }
  }
}
