import * as z from 'zod'
import { query, dataOf } from './client'
import { ABOVE, COST, made, paid, SMALL, VALUE, type Round } from './credit-round'
import type { Findings } from './scenario'

/** Checks the rows and the ledger after a round of movements. */

const page = <Row>(row: z.ZodType<Row>) => z.object({ rows: z.array(row), nextCursor: z.string().nullable() })
const entryRow = z.object({
  kind: z.string(),
  amount: z.number(),
  causeId: z.string(),
  lotId: z.string(),
  key: z.string(),
  part: z.number(),
})
type Entry = z.output<typeof entryRow>

export async function readEntries(url: string, token: string, userId: string): Promise<Entry[]> {
  const rows: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next: { rows: Entry[]; nextCursor: string | null } = dataOf(
      await query(url, 'credit.entries', { userId, cursor, limit: 100 }, { token }),
      page(entryRow),
    )
    rows.push(...next.rows)
    cursor = next.nextCursor
  }
  return rows
}

const sumOf = (entries: readonly Entry[], kind: string) =>
  entries.reduce((sum, entry) => sum + (entry.kind === kind ? Math.round(entry.amount * 100) : 0), 0) / 100

/** Looks at what was moved in a round: all of a movement, or nothing of it, and never twice. */
export async function look(findings: Findings, url: string, token: string, round: Round): Promise<void> {
  const { userId } = round
  const entries = await readEntries(url, token, userId)
  const about = (id: string) => entries.filter(({ causeId }) => causeId === id)
  for (const { id, isConfirmed } of round.tradeIns) {
    const { status } = dataOf(await query(url, 'tradeIns.byId', { id }, { token }), made)
    const issued = sumOf(about(id), 'issue')
    findings.check(!isConfirmed || status === 'completed', `trade-in ${id}: a confirmed status is lost`)
    findings.check(issued === (status === 'completed' ? VALUE : 0), `trade-in ${id} is ${status}, and has brought ${issued}`)
  }
  for (const { id, isConfirmed } of round.repairs) {
    const { status } = dataOf(await query(url, 'repairs.byId', { id }, { token }), made)
    const found = dataOf(await query(url, 'credit.payments', { noun: 'repairs', id }, { token }), paid)
    const isUsed = status === 'completed'
    const [held, used] = [sumOf(about(id), 'authorize'), sumOf(about(id), 'capture')]
    findings.check(!isConfirmed || isUsed, `repair ${id}: a confirmed status is lost`)
    findings.check(found.held === (isUsed ? 0 : COST) && found.captured === (isUsed ? COST : 0), `repair ${id}: ${JSON.stringify(found)}`)
    findings.check(
      held === COST && used === (isUsed ? COST : 0),
      `repair ${id} is ${status}, with ${held} held and ${used} used in the ledger`,
    )
  }
  for (const { id, isConfirmed } of round.adjustments) {
    const written = sumOf(about(id), 'adjust')
    findings.check(written === SMALL || (written === 0 && !isConfirmed), `adjustment ${id}: ${written} is written`)
  }
  const states = new Map<string, string>()
  for (let cursor: string | null | undefined; cursor !== null;) {
    const row = z.object({ id: z.string(), state: z.string() })
    const next: { rows: z.output<typeof row>[]; nextCursor: string | null } = dataOf(
      await query(url, 'credit.requests', { cursor, limit: 100 }, { token }),
      page(row),
    )
    for (const { id, state } of next.rows) states.set(id, state)
    cursor = next.nextCursor
  }
  for (const { id, isConfirmed } of round.requests) {
    const written = sumOf(
      entries.filter(({ key }) => key === `request:${id}`),
      'adjust',
    )
    const isApproved = states.get(id) === 'approved'
    findings.check(!isConfirmed || isApproved, `request ${id}: a confirmed approval is lost`)
    findings.check(written === (isApproved ? ABOVE : 0), `request ${id} is ${states.get(id)}, and ${written} is written`)
  }
  const { faults } = dataOf(await query(url, 'credit.verify', { userId }, { token }), z.object({ faults: z.array(z.unknown()) }))
  findings.check(faults.length === 0, `The ledger is not whole: ${JSON.stringify(faults[0])}`)
}
