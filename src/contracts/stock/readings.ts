import * as z from 'zod'
import { caseRef } from '~/contracts/case-ref'
import { withIdempotencyKey } from '~/contracts/fields'
import { LONGEST_READING } from '~/contracts/stock/miners/json'
import type { MinerReading } from '~/contracts/stock/miners/shape'
import { fileName } from '~/contracts/uploads'

/** Readings of machines, before and after the work on them. */

export const readingPhases = ['before', 'after'] as const
export type ReadingPhase = (typeof readingPhases)[number]

export const addReadingInput = z.object({
  case: caseRef,
  phase: z.enum(readingPhases),
  name: fileName.default('reading.json'),
  text: z.string().max(LONGEST_READING, 'This file is too long for a reading: at most 400 kB.'),
  ...withIdempotencyKey,
})

/** A reading that was added, with what is to be said of the machine in sentences for staff; absent where there is nothing to say. */
export interface AddedReading {
  id: string
  notices?: string[]
}

export interface CaseReading {
  id: string
  phase: ReadingPhase
  createdAt: Date
  createdBy: string | null
  /** The file that it came in, for its link; null where that was removed. */
  fileId: string | null
  /** Null for a row that is no reading, as plain SQL may have left. */
  reading: MinerReading | null
}
