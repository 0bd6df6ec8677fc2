import { TRPCError } from '@trpc/server'
import { LARGEST_NUMBER } from '~/contracts/cases/estimates'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/identity/auth/call'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** An option of a list that administrators keep in a table with positions and versions. */
interface Option {
  id: string
  version: number
}

/** The rows of the table within a transaction, each as the API answers it. */
interface OptionRows<Row extends Option, Fields> {
  /** In the order in which they were added. */
  list: () => Promise<Row[]>
  byId: (id: string) => Promise<Row>
  add: (data: Fields & { position: number }) => Promise<Row>
  update: (id: string, data: Fields) => Promise<Row>
  remove: (id: string) => Promise<Row>
}

interface OptionList<Row extends Option, Fields> {
  /** What one is called in messages, such as 'preset', and in the audit log, such as 'repair_preset'. */
  one: string
  subject: string
  table: 'repair_presets' | 'deduction_reasons'
  /** How many there may be. */
  most: number
  rows: (tx: Prisma.TransactionClient) => OptionRows<Row, Fields>
  /** What the audit log tells of one. */
  audited: (row: Row) => Prisma.InputJsonObject
}

interface Saved<Fields> {
  id?: string | undefined
  version?: number | undefined
  idempotencyKey?: string | undefined
  fields: Fields
}

/** What may be done with such a list: read it, save an option (a new or a known one) and remove one. */
export function optionList<Row extends Option, Fields extends object>(definition: OptionList<Row, Fields>) {
  const { one, subject, table, most, rows, audited } = definition
  const record = { one, table }

  async function add(tx: Prisma.TransactionClient, actor: Actor, data: Fields): Promise<Row> {
    // Two that add at once wait for each other, so that neither goes beyond the most there may be.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${table}))::text`
    const [extent] = await tx.$queryRaw<{ count: number; last: number }[]>`
      SELECT count(*)::int AS count, coalesce(max(position), 0)::int AS last FROM ${Prisma.raw(table)}`
    const { count, last } = extent ?? { count: 0, last: 0 }
    if (count >= most) throw new TRPCError({ code: 'CONFLICT', message: `There are ${most} ${one}s already. Remove one first.` })
    const row = await rows(tx).add({ ...data, position: Math.min(last + 1, LARGEST_NUMBER) })
    await recordAudit(tx, actor, { action: `${subject}.created`, subjectType: subject, subjectId: row.id, after: audited(row) })
    return row
  }

  return {
    /** In the order in which they were added, those that are not offered any more too. */
    list: ({ db }: Pick<Services, 'db'>): Promise<Row[]> => rows(db.prisma).list(),

    /**
     * Adds one, or changes the one with the id.
     * @throws NOT_FOUND; CONFLICT for a stale version, an idempotency key that was sent with another input, or one too many
     */
    save: (call: CreatingCall<never>, input: Saved<Fields>): Promise<Row> =>
      createOnce(call, input, async (tx, { id, version, fields }) => {
        if (id === undefined) return add(tx, call.actor, fields)
        await lockRow(tx, record, id, version)
        const was = await rows(tx).byId(id)
        const row = await rows(tx).update(id, fields)
        const changed = changedFields(audited(was), audited(row))
        if (changed) await recordAudit(tx, call.actor, { action: `${subject}.updated`, subjectType: subject, subjectId: id, ...changed })
        return row
      }),

    /** Removes one; what was made with it stays as it is. @throws NOT_FOUND, CONFLICT for a stale version */
    remove: ({ db, actor }: Call<'db'>, { id, version }: { id: string; version?: number | undefined }): Promise<{ id: string }> =>
      db.prisma.$transaction(async (tx) => {
        await lockRow(tx, record, id, version)
        const was = await rows(tx).remove(id)
        await recordAudit(tx, actor, { action: `${subject}.removed`, subjectType: subject, subjectId: id, before: audited(was) })
        return { id }
      }),
  }
}
