import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** Answers of machines in the form of real ones, with invented numbers and names. Each cites where its form was seen. */

const folder = join(import.meta.dirname, 'readings')

const expectation = z.strictObject({
  refused: z.literal(true).optional(),
  /** Both a correct reading and a refusal pass. */
  eitherRefused: z.literal(true).optional(),
  /** `cgminer-like`: any source but pyasic. */
  source: z.string().optional(),
  /** Fields of each board, in order. */
  boards: z.array(z.record(z.string(), z.unknown())).optional(),
  /** `label|explanation` */
  deductions: z.array(z.string()).optional(),
  noDeductionLabel: z.string().optional(),
  noGrade: z.literal(true).optional(),
  grade: z.string().optional(),
  gradeNot: z.array(z.string()).optional(),
  fansOk: z.literal(true).optional(),
  hashrateCheck: z.enum(['ok', 'fault']).nullable().optional(),
  hashrateNot: z.enum(['ok', 'fault']).optional(),
  boardsNot: z.enum(['ok', 'fault']).optional(),
  powerSupply: z.enum(['ok', 'fault']).optional(),
  errorsHave: z.array(z.string()).optional(),
  /** The remaining expectations are fields of the reading. */
  ...Object.fromEntries(
    [
      'make',
      'model',
      'firmware',
      'serialNumber',
      'uptime',
      'isMining',
      'hashrate',
      'nominalHashrate',
      'expectedBoards',
      'fans',
      'power',
      'powerLimit',
      'efficiency',
      'environmentTemperature',
    ].map((name) => [name, z.unknown().optional()]),
  ),
})

const cases = z.array(z.object({ name: z.string(), plate: z.string().nullable(), expect: expectation, source: z.string() }))

export const readingCases = [
  ...cases.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))),
  ...cases.parse(JSON.parse(readFileSync(join(folder, 'more.json'), 'utf8'))),
]

export const readingFile = (name: string): string => readFileSync(join(folder, name), 'utf8')
