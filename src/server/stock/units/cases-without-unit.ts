import { Prisma } from '~/generated/prisma/client'
import type { Unit } from '~/contracts/stock/units'
import type { Actor } from '~/server/platform/audit/record-audit'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { lockUnit, unitOfCase } from './find-unit'
import { buyUnits } from './purchases'

type Tx = Prisma.TransactionClient

const SHOP = { userId: null, email: null }

/** Each in its own transaction, so that others wait for one at most. */
const PORTION = 200

async function wasBoughtLast(tx: Tx, caseId: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM trade_ins AS t JOIN cases AS c ON c.id = t.id
    WHERE t.id = ${caseId}::uuid AND t.status = 'completed' AND NOT EXISTS (
      SELECT FROM unit_family(kept_unit(c.unit_id)) AS f (id) JOIN cases AS o ON o.unit_id = f.id
      LEFT JOIN repairs AS r ON r.id = o.id LEFT JOIN trade_ins AS i ON i.id = o.id
      WHERE o.id <> t.id AND coalesce(r.created_at, i.created_at) > t.created_at)`
  return found !== undefined
}

/** The company's for a completed trade-in that is the machine's last case. @throws NOT_FOUND for an unknown case */
export async function openCaseUnit(tx: Tx, caseId: string, actor: Actor): Promise<Unit> {
  const unit = await unitOfCase(tx, caseId, actor)
  if (unit.owner === 'company' || !(await wasBoughtLast(tx, caseId))) return unit
  await buyUnits(tx, actor, [caseId])
  return lockUnit(tx, unit.id)
}

/** The newest first, in portions; failures are left for the next time around. */
export function casesWithoutUnit({ db, log }: Pick<Services, 'db' | 'log'>, portion = PORTION) {
  let before: string | null = null
  return async (): Promise<{ opened: number; isDone: boolean }> => {
    const from = before === null ? Prisma.empty : Prisma.sql`AND id < ${before}::uuid`
    const due = await db.prisma.$queryRaw<{ id: string }[]>`
      SELECT id::text AS id FROM cases WHERE unit_id IS NULL ${from} ORDER BY cases.id DESC LIMIT ${portion}`
    const opened = await eachApart(log, due, ({ id }) => db.prisma.$transaction(async (tx) => (await openCaseUnit(tx, id, SHOP)).id !== ''))
    const isDone = due.length < portion
    before = isDone ? null : (due.at(-1)?.id ?? null)
    return { opened, isDone }
  }
}
