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

const MOST_SHOWN = 40

/** A removed file takes its reading along. */
export const listReadings = ({ db }: Pick<Services, 'db'>, of: CaseRef): Promise<CaseReading[]> =>
  readReadings(db, shownWith(of), MOST_SHOWN)

/** @throws BAD_REQUEST `text`, also for another machine; NOT_FOUND; CONFLICT if the case is full */
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
