import { Prisma } from '~/generated/prisma/client'
import { EMAIL_QUEUE } from '~/server/platform/outbox/outbox'

/** True of an email `e` that was sent or is queued, alone or within another; false of a failed one. */
export const isSentOrQueued = Prisma.sql`(e.sent_at IS NOT NULL OR EXISTS (
  SELECT FROM shop_queue.job AS j WHERE j.name = ${EMAIL_QUEUE} AND j.id = e.id AND j.state IN ('created', 'retry', 'active'))
  OR EXISTS (SELECT FROM shop_queue.job AS j WHERE j.name = ${EMAIL_QUEUE} AND j.state IN ('created', 'retry', 'active')
    AND j.data -> 'parts' @> jsonb_build_array(jsonb_build_object('id', e.id))))`
