import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { bankLeftOut } from '~/contracts/billing/bank'

/** Files of banks as they write them, with the right values and where each layout was seen (tests/cases/bank). */

const folder = path.resolve('tests/cases/bank')

const bankCase = z.object({
  source: z.string(),
  charset: z.string().optional(),
  /** Incoming lines: day and EUR. */
  in: z.array(z.tuple([z.string(), z.number()])).default([]),
  out: z.number().default(0),
  foreign: z.number().default(0),
  leftOut: z.partialRecord(z.enum(bankLeftOut), z.number()).default({}),
  /** What neither the file nor its layout says. */
  asks: z.literal('currency').optional(),
  /** A part of the sentence. */
  refused: z.string().optional(),
})
type BankCase = z.output<typeof bankCase>

export const bankCases: [string, BankCase][] = Object.entries(
  z.record(z.string(), bankCase).parse(JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'))),
)

export const bankFileBytes = (name: string): Buffer => readFileSync(path.join(folder, name))
