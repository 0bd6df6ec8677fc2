import type * as z from 'zod'
import type { addReadingInput, AddedReading, CaseReading } from '~/contracts/stock/readings'
import type { CaseRef } from '~/contracts/case-ref'
import type { Prisma } from '~/generated/prisma/client'
import { compareBoards } from '~/server/stock/units/compare-boards'
import { unitOfCase } from '~/server/stock/units/find-unit'
import type { Actor } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { shownWith } from './case-files'
import { readingMediaType, parseReadingInput } from '~/server/stock/units/parse-reading'
import { readingColumns, readReadings } from '~/server/stock/units/reading-rows'
import { storeFile } from './store-file'

/** Readings that a case shows; the newest. */
const MOST_SHOWN = 40

/** The readings of a case's machine, newest first; a file that was removed takes its reading with it. */
export const listReadings = ({ db }: Pick<Services, 'db'>, of: CaseRef): Promise<CaseReading[]> =>
  readReadings(db, shownWith(of), MOST_SHOWN)

/**
 * Reads a machine's data out of a file and stores both. Compares its boards, or a rig's cards, with the machine's record.
 * @throws BAD_REQUEST with a sentence on the field `text`, also for a reading of another machine; NOT_FOUND for an unknown case, CONFLICT
 * if it has the most files already
 */
export async function addReading(
  deps: Pick<Services, 'db' | 'now' | 'files' | 'log'> & { actor: Actor },
  { case: of, phase, name, text, idempotencyKey }: z.output<typeof addReadingInput>,
): Promise<AddedReading> {
  const reading = await parseReadingInput(text, deps)
  const file = { kind: 'reading' as const, name, contentType: readingMediaType(text), bytes: Buffer.from(text) }
  const by = deps.actor.userId
  const submission = {
    caller: by ?? '',
    key: idempotencyKey,
    procedure: 'cases.readings.add',
    input: { of, phase, text },
    now: deps.now(),
  }
  const more = async (tx: Prisma.TransactionClient, fileId: string) => {
    const unit = await unitOfCase(tx, of.id, deps.actor)
    const data = { caseId: of.id, fileId, phase, ...readingColumns(reading, text), createdAt: deps.now(), createdBy: by }
    const { id } = await tx.caseReading.create({ data, select: { id: true } })
    return compareBoards(tx, unit, { id, reading })
  }
  return storeFile(deps, of, file, { more, submission })
}
