import * as z from 'zod'
import { readingPhases, type addReadingInput, type CaseReading } from '~/contracts/cases/files'
import type { CaseRef } from '~/contracts/cases/cases'
import { ReadingError } from '~/contracts/cases/miners/json'
import { readMiner } from '~/contracts/cases/miners/reading'
import { minerReading, type MinerReading } from '~/contracts/cases/miners/shape'
import { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { fieldError } from '~/server/platform/errors'
import { jsonObject, jsonRows, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { shownWith } from './case-files'
import { storeFile } from './store-file'

/** Readings that a case shows; the newest. */
const MOST_SHOWN = 40

const column = (name: string) => Prisma.raw(`t.${name}`)
const rowJson = jsonObject({
  id: column('id'),
  phase: column('phase'),
  createdAt: column('created_at'),
  createdBy: Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = t.created_by)`,
  fileId: Prisma.sql`(SELECT f.id FROM case_files AS f WHERE f.id = t.file_id AND f.removed_at IS NULL)`,
  // Larger than any reading of ours: plain SQL may have put anything there.
  reading: Prisma.sql`CASE WHEN length(t.data::text) < 200000 THEN t.data END`,
})
const row = z.object({
  id: z.string(),
  phase: z.enum(readingPhases),
  createdAt: jsonTime,
  createdBy: z.string().nullable(),
  fileId: z.string().nullable(),
  reading: minerReading.nullable().catch(null),
})

/** The readings of a case's machine, newest first; a file that was removed takes its reading with it. */
export async function listReadings({ db }: Pick<Services, 'db'>, of: CaseRef): Promise<CaseReading[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(r.reading)::text FROM (
      SELECT ${rowJson} AS reading FROM case_readings AS t
      WHERE ${shownWith(of)} AND NOT EXISTS (SELECT FROM case_files AS f WHERE f.id = t.file_id AND f.removed_at IS NOT NULL)
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_SHOWN}) AS r`)
  return (jsonRows.parse(found) ?? []).map((json) => row.parse(json))
}

/** PostgreSQL keeps no null character, and no half of a character in JSON. */
const storable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '')

/** A reading as a row has it: what it says in the shop's own form, and the text as the machine wrote it. */
export const readingColumns = (reading: MinerReading, text: string) => ({
  data: JSON.parse(JSON.stringify(reading), (_key, each: unknown) =>
    typeof each === 'string' ? storable(each) : each,
  ) as Prisma.InputJsonObject,
  rawText: storable(text),
})

/**
 * Reads a machine's own data out of a file and keeps both.
 * @throws BAD_REQUEST with the sentence for `text`, NOT_FOUND for no such case, CONFLICT where it has as many files as it may
 */
export async function addReading(
  deps: Pick<Services, 'db' | 'now' | 'files'> & { actor: Actor },
  { case: of, phase, name, text, idempotencyKey }: z.output<typeof addReadingInput>,
): Promise<{ id: string }> {
  const reading = readText(text)
  const file = { kind: 'reading' as const, name, contentType: 'application/json', bytes: Buffer.from(text) }
  const by = deps.actor.userId
  const submission = {
    caller: by ?? '',
    key: idempotencyKey,
    procedure: 'cases.readings.add',
    input: { of, phase, text },
    now: deps.now(),
  }
  const more = (tx: Prisma.TransactionClient, fileId: string) =>
    tx.caseReading.create({
      data: {
        caseId: of.id,
        fileId,
        phase,
        ...readingColumns(reading, text),
        createdAt: deps.now(),
        createdBy: by,
      },
      select: { id: true },
    })
  return storeFile(deps, of, file, { more, submission })
}

function readText(text: string) {
  try {
    return readMiner(text)
  } catch (error) {
    throw error instanceof ReadingError ? fieldError('validation_failed', 'text', error.message) : error
  }
}
