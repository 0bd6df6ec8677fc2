import type * as z from 'zod'
import type { addNoteInput } from '~/contracts/cases/cases'
import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/call'
import { notFound } from '~/server/platform/database/conflict'

/** @throws NOT_FOUND */
async function mustExist(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, { noun, id }: CaseRef): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`SELECT FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid FOR KEY SHARE`
  if (found.length === 0) throw notFound(records[noun])
}

/** @throws NOT_FOUND, CONFLICT for an idempotency key with another note */
export function addNote(call: CreatingCall<never>, input: z.output<typeof addNoteInput>): Promise<{ id: string }> {
  return createOnce(call, input, async (tx, { noun, id, body }) => {
    await mustExist(tx, { noun, id })
    const author = { authorId: call.viewer.userId, authorEmail: call.viewer.email }
    return tx.caseNote.create({ data: { caseId: id, ...author, body }, select: { id: true } })
  })
}
