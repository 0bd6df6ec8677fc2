import { caseNouns, type CaseRef } from '~/contracts/cases'
import { records } from '~/contracts/records'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import type { Services } from '~/server/services'

interface FollowCase {
  lastEventId?: string | null | undefined
  /** The case as it is found now; it throws once it may not be seen any more. */
  find: () => Promise<CaseRef>
  /** Whose store credit is shown with it; nobody's to whoever has a link. */
  userId?: string
  signal: AbortSignal
}

/**
 * Tells when something has changed in a case that its customer looks at: the first event comes at once. Whether they still may is
 * asked before each.
 * @throws what `find` throws
 */
export async function* followCase(
  { hub, db }: Pick<Services, 'hub' | 'db'>,
  { lastEventId, find, userId, signal }: FollowCase,
): AsyncGenerator<{ id: string }> {
  let ref = await find()
  const ofCredit = 'credit_accounts'
  const tables = [...caseNouns.map((noun) => records[noun].table), ...(userId === undefined ? [] : ([ofCredit] as const))]
  const findAccount = async () =>
    userId === undefined ? null : await db.prisma.creditAccount.findUnique({ where: { userId }, select: { id: true } })
  let account = await findAccount()
  const changes = followTables(hub, {
    tables,
    lastEventId,
    signal,
    // Of many rows that change at once the feed names none.
    concerns: ({ table, id }) => id === null || (table === ofCredit ? account === null || id === account.id : id === ref.id),
  })
  for await (const { id } of changes) {
    ref = await find()
    // Opened with the first credit.
    account ??= await findAccount()
    yield { id }
  }
}
