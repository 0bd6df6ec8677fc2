import { createOnce, type CreatingCall, type SignedInCall } from '~/server/auth/call'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { importNoun, importStates, type batchInput, type ImportProgress, type startImportInput } from '~/contracts/imports'
import type { PrismaClient } from '~/generated/prisma/client'
import { readHeader } from './check-row'
import { fileTarget, type FileTarget } from './target'

/** An import that nobody has applied goes after so long. */
export const IMPORT_KEPT_MS = 24 * 60 * 60 * 1000

type BatchInput = z.output<typeof batchInput>

const batchKind = z.object({ noun: importNoun, state: z.enum(importStates) })

/** Removes what nobody has applied for a day. */
async function removeOldImports(prisma: Pick<PrismaClient, 'importBatch'>, now: Date): Promise<void> {
  await prisma.importBatch.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - IMPORT_KEPT_MS) } } })
}

/** Makes room for a file, which is uploaded next. @throws CONFLICT for an idempotency key that was sent with another file */
export const startImport = (call: CreatingCall<never>, input: z.output<typeof startImportInput>): Promise<{ batchId: string }> =>
  createOnce(call, input, async (tx, file) => {
    const now = call.now()
    await removeOldImports(tx, now)
    const { id } = await tx.importBatch.create({ data: { ...file, userId: call.viewer.userId, createdAt: now }, select: { id: true } })
    return { batchId: id }
  })

export const noSuchImport = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'There is no such import; it may have been applied or cancelled.' })

/** An import with the columns of its file. An administrator sees their own alone. @throws NOT_FOUND */
export async function readBatch({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput) {
  const row = await db.prisma.importBatch.findUnique({ where: { id: batchId, userId } })
  const known = batchKind.safeParse(row)
  // One that plain SQL has left, of no noun or state of ours, is none.
  if (!row || !known.success) throw noSuchImport()
  const progress: ImportProgress = {
    ...known.data,
    fileName: row.fileName,
    failure: row.failure,
    bytesTotal: Number(row.bytesTotal),
    bytesRead: Number(row.bytesRead),
    rowsRead: row.rowsRead,
  }
  return { progress, header: row.header }
}

/** The same for work with its rows. @throws NOT_FOUND, CONFLICT while the file is not read */
export async function readyBatch(
  call: SignedInCall<'db'>,
  input: BatchInput,
): Promise<{ progress: ImportProgress; header: string[]; target: FileTarget }> {
  const { progress, header } = await readBatch(call, input)
  if (progress.state !== 'ready') throw new TRPCError({ code: 'CONFLICT', message: 'The file has not been checked yet.' })
  return { progress, header, target: fileTarget(progress.noun, readHeader(progress.noun, header)) }
}

/** Takes an import back; one that is gone already is no fault. */
export async function cancelImport({ db, viewer: { userId } }: SignedInCall<'db'>, { batchId }: BatchInput): Promise<{ batchId: string }> {
  await db.prisma.importBatch.deleteMany({ where: { id: batchId, userId } })
  return { batchId }
}
