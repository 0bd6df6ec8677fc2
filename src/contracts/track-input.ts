import * as z from 'zod'
import { trackingToken } from './case-ref'

export const trackInput = z.object({ token: trackingToken })
