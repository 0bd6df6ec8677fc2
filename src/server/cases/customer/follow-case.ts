import { caseNouns } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { idsTogether } from './request-cases'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import type { Services } from '~/server/services'

interface FollowCase {
  lastEventId?: string | null | undefined
  find: () => Promise<CustomerCase>
  /** Owner of the shown store credit; absent for a link. */
  userId?: string
  signal: AbortSignal
}

/** Access is checked before each event; a customer who loses it gets that one event and nothing else. @throws as `find` */
export async function* followCase(
  { hub, db }: Pick<Services, 'hub' | 'db'>,
  { lastEventId, find, userId, signal }: FollowCase,
): AsyncGenerator<{ id: string }> {
  let theirs = await find()
  const ofCredit = 'credit_accounts'
  const tables = [...caseNouns.map((noun) => records[noun].table), ...(userId === undefined ? [] : ([ofCredit] as const))]
  const findAccount = async () =>
    userId === undefined ? null : await db.prisma.ledgerAccount.findFirst({ where: { userId, formerOf: null }, select: { id: true } })
  let account = await findAccount()
  const together = new Set(await idsTogether(db.prisma, theirs))
  // Every reader gets the first event at once.
  let isHeard = false
  const changes = followTables(hub, {
    tables,
    lastEventId,
    signal,
    // The feed names no row of a bulk change.
    concerns: ({ table, id }) =>
      id === null || (table === ofCredit ? account === null || id === account.id : id === theirs.ref.id || together.has(id)),
  })
  for await (const { id } of changes) {
    const was = theirs
    theirs = await find()
    if (was.endedAt !== null && theirs.endedAt !== null && isHeard) continue
    isHeard = true
    account ??= await findAccount()
    yield { id }
  }
}
