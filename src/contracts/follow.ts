import * as z from 'zod'
import { liveTopics } from './site'

/** Where a reconnecting subscriber stands; the client sends it by itself. */
export const followInput = z.object({ lastEventId: z.string().max(500).nullish() })

export const followSiteInput = followInput.extend({ topics: z.array(z.enum(liveTopics)).min(1).max(liveTopics.length) })
