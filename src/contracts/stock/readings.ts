import * as z from 'zod'
import { caseRef } from '~/contracts/case-ref'
import { withIdempotencyKey } from '~/contracts/fields'
import { LONGEST_READING } from '~/contracts/stock/miners/json'
import type { MinerReading } from '~/contracts/stock/miners/shape'
import { fileName } from '~/contracts/uploads'

export const readingPhases = ['before', 'after'] as const
export type ReadingPhase = (typeof readingPhases)[number]

export const addReadingInput = z.object({
  case: caseRef,
  phase: z.enum(readingPhases),
  name: fileName.default('reading.json'),
  text: z.string().max(LONGEST_READING, 'This file is too long for a reading: at most 400 kB.'),
  ...withIdempotencyKey,
})

/** With sentences about the machine for staff; absent without any. */
export interface AddedReading {
  id: string
  notices?: string[]
}

export interface CaseReading {
  id: string
  phase: ReadingPhase
  createdAt: Date
  createdBy: string | null
  /** The file of the reading; null if it was removed. */
  fileId: string | null
  /** Null if plain SQL has stored something else. */
  reading: MinerReading | null
}
