import * as z from 'zod'
import { trackingToken } from './case-ref'

/** A customer names a case by the token of its link. */

export const trackInput = z.object({ token: trackingToken })
