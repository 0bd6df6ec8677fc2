import type { Services } from '~/server/services'
import { EMAIL_QUEUE, outgoingEmail, type OutgoingEmail } from './outbox'

/** Written into one job before anything is sent, so that a crash loses none; null if another email carries it. */
export async function gatherGroup(
  { prisma }: Services['db'],
  { id, data }: { id: string; data: OutgoingEmail },
): Promise<OutgoingEmail | null> {
  const { group } = data
  if (group === undefined) return data
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`email-group:${group}`}, 0))::text`
    const found = await tx.$queryRaw<{ id: string; data: unknown }[]>`
      SELECT id::text, data FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND data ->> 'group' = ${group}
        AND (state = 'active' OR (state = 'created' AND start_after <= now())) ORDER BY data ->> 'postedAt', id FOR UPDATE`
    const jobs = found.flatMap((job) => {
      const parsed = outgoingEmail.safeParse(job.data)
      return parsed.success ? [{ id: job.id, data: parsed.data }] : []
    })
    const own = jobs.find((job) => job.id === id)?.data ?? data
    if (own.broughtBy !== undefined) return null
    if (own.parts) return own
    const others = jobs.filter((job) => job.id !== id && job.data.to === own.to && !job.data.parts && job.data.broughtBy === undefined)
    const parts = others.map((job) => ({ id: job.id, sealed: job.data.sealed, postedAt: job.data.postedAt }))
    await tx.$executeRaw`
      UPDATE shop_queue.job SET data = data || ${JSON.stringify({ parts })}::jsonb WHERE name = ${EMAIL_QUEUE} AND id = ${id}::uuid`
    await tx.$executeRaw`
      UPDATE shop_queue.job SET data = data || ${JSON.stringify({ broughtBy: id })}::jsonb
      WHERE name = ${EMAIL_QUEUE} AND id = ANY (${others.map((job) => job.id)}::uuid[])`
    return { ...own, parts }
  })
}
