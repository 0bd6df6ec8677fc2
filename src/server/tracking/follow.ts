import { caseNouns, type CaseRef } from '~/contracts/cases'
import { records } from '~/contracts/records'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import type { Services } from '~/server/services'

interface FollowCase {
  lastEventId?: string | null | undefined
  /** The case as it is found now; it throws once it may not be seen any more. */
  find: () => Promise<CaseRef>
  signal: AbortSignal
}

/**
 * Tells when something has changed in a case that its customer looks at: the first event comes at once. Whether they still may is
 * asked before each.
 * @throws what `find` throws
 */
export async function* followCase(
  { hub }: Pick<Services, 'hub'>,
  { lastEventId, find, signal }: FollowCase,
): AsyncGenerator<{ id: string }> {
  let ref = await find()
  const tables = caseNouns.map((noun) => records[noun].table)
  const changes = followTables(hub, {
    tables,
    lastEventId,
    signal,
    // Of many rows that change at once the feed names none.
    concerns: ({ id }) => id === null || id === ref.id,
  })
  for await (const { id } of changes) {
    ref = await find()
    yield { id }
  }
}
