import type { Prisma } from '~/generated/prisma/client'

/** In no account, and released or never known to the shop; not after a deleted account. @param id of a unit that was not merged */
export async function isFreeUnit(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, id: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isFree: boolean }[]>`
    SELECT EXISTS (SELECT FROM passports AS p WHERE p.unit_id IN (SELECT unit_family(u.id)) AND p.released_at >= o.started_at)
      OR NOT EXISTS (SELECT FROM unit_ownerships AS e WHERE e.unit_id = u.id AND e.owner = 'customer' AND e.ended_at > coalesce(
        (SELECT max(c.ended_at) FROM unit_ownerships AS c WHERE c.unit_id = u.id AND c.owner = 'company'), '-infinity')) AS "isFree"
    FROM units AS u JOIN unit_ownerships AS o ON o.unit_id = u.id AND o.ended_at IS NULL
    WHERE u.id = ${id}::uuid AND u.owner = 'customer' AND u.user_id IS NULL`
  return found?.isFree ?? false
}
