import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  caseFileKinds,
  fileVisibilities,
  REMOVED_KEPT_DAYS,
  type CaseFile,
  type CaseFiles,
  type shareFileInput,
} from '~/contracts/cases/files'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/case-ref'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { jsonObject, jsonRows, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import type { Viewer } from '~/server/identity/auth/read-session'
import { caseRefOf } from './base/customer-case'
import { fileAddress, fileVisibility, mustSeeFile, ofPresent } from './base/file-access'

const DAY_MS = 24 * 60 * 60 * 1000
/** Plain SQL may exceed the limit of files. */
const MOST_SHOWN = 100

const FILE = { one: 'file' }

export const tooManyFiles = () =>
  new TRPCError({ code: 'CONFLICT', message: `A case has at most ${MOST_FILES} files. Remove one that you no longer need.` })

const column = (name: string) => Prisma.raw(`t.${name}`)
const rowJson = jsonObject({
  id: column('id'),
  kind: column('kind'),
  name: Prisma.sql`t.name`,
  contentType: Prisma.sql`t.content_type`,
  bytes: column('bytes'),
  width: column('width'),
  height: column('height'),
  checkItem: Prisma.sql`t.check_item`,
  visibility: fileVisibility(ofPresent),
  hasThumbnail: Prisma.sql`t.thumbnail_key IS NOT NULL`,
  uploadedBy: Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = t.uploaded_by)`,
  createdAt: column('created_at'),
  removedAt: column('removed_at'),
})
const row = z.object({
  id: z.string(),
  kind: z.enum(caseFileKinds),
  name: z.string().transform((name) => shownLine(name) || 'file'),
  contentType: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  checkItem: z.string().nullable(),
  visibility: z.enum(fileVisibilities),
  hasThumbnail: z.boolean(),
  uploadedBy: z.string().nullable(),
  createdAt: jsonTime,
  removedAt: jsonTime.nullable(),
})

interface Reader extends Pick<Services, 'db' | 'secret' | 'now'> {
  viewer: { userId: string }
}

async function filesWhere({ db, secret, now, viewer }: Reader, where: Prisma.Sql, order: Prisma.Sql): Promise<CaseFile[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(f.file)::text FROM (
      SELECT ${rowJson} AS file FROM case_files AS t WHERE ${where} ORDER BY ${order} LIMIT ${MOST_SHOWN}) AS f`)
  const seconds = now().getTime() / 1000
  return (jsonRows.parse(found) ?? []).map((json) => {
    const { hasThumbnail, ...file } = row.parse(json)
    const address = (size: 'full' | 'thumbnail') => fileAddress(secret, { fileId: file.id, size, userId: viewer.userId }, seconds)
    return { ...file, address: address('full'), thumbnailAddress: hasThumbnail ? address('thumbnail') : null }
  })
}

/** Files of a case; of a trade-in also those of its former repair. */
export const shownWith = ({ id }: CaseRef) =>
  Prisma.sql`t.case_id IN (${id}::uuid, (SELECT c.from_repair FROM trade_ins AS c WHERE c.id = ${id}::uuid))`

export async function listCaseFiles(reader: Reader, of: CaseRef): Promise<CaseFiles> {
  const since = new Date(reader.now().getTime() - REMOVED_KEPT_DAYS * DAY_MS)
  const theirs = shownWith(of)
  return {
    files: await filesWhere(reader, Prisma.sql`${theirs} AND t.removed_at IS NULL`, Prisma.sql`t.created_at DESC, t.id DESC`),
    removed: await filesWhere(reader, Prisma.sql`${theirs} AND t.removed_at > ${since}`, Prisma.sql`t.removed_at DESC, t.id DESC`),
  }
}

/** @throws NOT_FOUND */
export async function caseFileById(reader: Reader, id: string): Promise<CaseFile> {
  const [file] = await filesWhere(reader, Prisma.sql`t.id = ${id}::uuid`, Prisma.sql`t.id`)
  if (!file) throw notFound(FILE)
  return file
}

export const countCaseFiles = async (prisma: Pick<Prisma.TransactionClient, '$queryRaw'>, { id }: CaseRef): Promise<number> => {
  const [counted] = await prisma.$queryRaw<{ files: number }[]>`
    SELECT count(*)::int AS files FROM case_files AS t WHERE t.case_id = ${id}::uuid AND t.removed_at IS NULL`
  return counted?.files ?? 0
}

const fileEvent = (of: CaseRef, action: string, values: { before?: Prisma.InputJsonObject; after?: Prisma.InputJsonObject }) => {
  const { auditSubject } = records[of.noun]
  return { action: `${auditSubject}.${action}`, subjectType: auditSubject, subjectId: of.id, ...values }
}

type Changer = Pick<Services, 'db' | 'now'> & { actor: Actor; viewer: Viewer }

/** @throws NOT_FOUND, FORBIDDEN for a file of a kind of case that the caller may not read */
async function lockFile(tx: Prisma.TransactionClient, viewer: Viewer, id: string) {
  const found = await tx.caseFile.findUnique({ where: { id }, select: { case: true } })
  if (!found?.case) throw notFound(FILE)
  await mustSeeFile(tx, viewer, id)
  const of = caseRefOf(found.case)
  await lockRow(tx, records[of.noun], of.id)
  const file = await tx.caseFile.findUnique({
    where: { id },
    select: { name: true, kind: true, isShared: true, fromCustomer: true, customerId: true, removedAt: true },
  })
  if (!file) throw notFound(FILE)
  return { of, file }
}

/** Removes a file, which can be restored for 30 days. Idempotent. @throws NOT_FOUND */
export const removeCaseFile = ({ db, now, actor, viewer }: Changer, { id }: { id: string }): Promise<{ id: string }> =>
  db.prisma.$transaction(async (tx) => {
    const { of, file } = await lockFile(tx, viewer, id)
    if (file.removedAt !== null) return { id }
    await tx.caseFile.update({ where: { id }, data: { removedAt: now() }, select: { id: true } })
    await recordAudit(tx, actor, fileEvent(of, 'file_removed', { before: { file: file.name, kind: file.kind } }))
    return { id }
  })

/** @throws NOT_FOUND once it has gone for good, CONFLICT where the case has as many as it may */
export const restoreCaseFile = ({ db, now, actor, viewer }: Changer, { id }: { id: string }): Promise<{ id: string }> =>
  db.prisma.$transaction(async (tx) => {
    const { of, file } = await lockFile(tx, viewer, id)
    if (file.removedAt === null) return { id }
    if (file.removedAt.getTime() < now().getTime() - REMOVED_KEPT_DAYS * DAY_MS) throw notFound(FILE)
    if ((await countCaseFiles(tx, of)) >= MOST_FILES) throw tooManyFiles()
    await tx.caseFile.update({ where: { id }, data: { removedAt: null }, select: { id: true } })
    await recordAudit(tx, actor, fileEvent(of, 'file_restored', { after: { file: file.name, kind: file.kind } }))
    return { id }
  })

/** Their own pictures and those of an offer are always visible. @throws NOT_FOUND, BAD_REQUEST for a file that is no picture */
export const shareCaseFile = ({ db, actor, viewer }: Changer, { id, isShared }: z.output<typeof shareFileInput>): Promise<{ id: string }> =>
  db.prisma.$transaction(async (tx) => {
    const { of, file } = await lockFile(tx, viewer, id)
    if (file.kind !== 'picture') throw fieldError('validation_failed', 'id', 'Only pictures are shown to customers')
    // Files shown to a former customer stay hidden from the present one until staff show them again.
    const isShown = file.isShared && (file.customerId === null || file.fromCustomer)
    if (isShown === isShared) return { id }
    await tx.caseFile.update({ where: { id }, data: { isShared, ...(!file.fromCustomer && { customerId: null }) }, select: { id: true } })
    await recordAudit(tx, actor, fileEvent(of, isShared ? 'file_shared' : 'file_unshared', { after: { file: file.name, kind: file.kind } }))
    return { id }
  })
