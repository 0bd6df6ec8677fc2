import * as z from 'zod'
import { liveTopics } from './site'
import { followInput } from '~/contracts/streams'

/** Without topics: settings in their own shape. */
export const followSiteInput = followInput.extend({ topics: z.array(z.enum(liveTopics)).min(1).max(liveTopics.length).optional() })
export type FollowSiteInput = z.output<typeof followSiteInput>
