import * as z from 'zod'
import { longest } from './fields'

/** What customers see of their own repair or trade-in, and how they answer. */

/** The secret of a link. Whatever it looks like: one that opens nothing has the same answer as any other that does not. */
export const trackingToken = z.string().check(longest(200, 'Not a link of ours'))
