import type { BulkOutcome, BulkResult } from '~/contracts/bulk-inputs'
import { Prisma } from '~/generated/prisma/client'
import type { View } from '~/server/platform/lists/read-list'
import { viewCondition } from '~/server/platform/lists/view'
import { wrongNumber } from './id-windows'
import { noOutcomes, type ChosenRow } from './update-statuses'

interface ChosenChange {
  /** The record type whose rows are `t` below. */
  table: Prisma.Sql
  ids: readonly ChosenRow[] | undefined
  /** Instead of ids. */
  view: View
  /** Rows of the view when it was chosen. */
  expected: number | undefined
  /** True for a row that the change makes another. */
  differs: Prisma.Sql
  /** Writes the change, with its audit entries; no ids, nothing to do. */
  write: (ids: readonly string[]) => Promise<unknown>
}

/**
 * Changes many rows in one transaction: named ones that somebody else has changed meanwhile stay; of a view, all change or none.
 * @throws CONFLICT if a view shows another number of rows than expected
 */
export async function changeChosen(
  tx: Prisma.TransactionClient,
  { table, ids, view, expected = 0, differs, write }: ChosenChange,
): Promise<BulkResult> {
  const chosen = ids ? Prisma.sql`t.id = ANY(${ids.map(({ id }) => id)}::uuid[])` : viewCondition(view)
  const locked = await tx.$queryRaw<{ id: string; version: number; differs: boolean }[]>`
    SELECT t.id::text AS id, t.version, (${differs}) AS differs FROM ${table} AS t WHERE ${chosen} ORDER BY t.id FOR UPDATE OF t`
  if (!ids && locked.length !== expected) throw wrongNumber(locked.length, expected)
  const rows = new Map(locked.map((row) => [row.id, row]))
  const outcomeOf = ({ id, version }: ChosenRow): BulkOutcome => {
    const row = rows.get(id.toLowerCase())
    if (!row) return 'missing'
    if (version !== undefined && version !== row.version) return 'conflict'
    return row.differs ? 'changed' : 'unchanged'
  }
  const asked = ids ?? locked.map(({ id }) => ({ id }))
  const results = asked.map((each) => ({ id: each.id, outcome: outcomeOf(each) }))
  const changed = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? [id.toLowerCase()] : []))
  await write(changed)
  const counts = noOutcomes()
  for (const { outcome } of results) counts[outcome]++
  return { counts, results: ids ? results : [] }
}
