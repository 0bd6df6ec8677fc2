import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { CaseDocumentKind } from '~/contracts/cases/documents'
import type { CaseRef } from '~/contracts/case-ref'
import type { CaseStatus } from '~/contracts/cases/emails'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { MOST_CUSTOMER_PICTURES, type PublicPicture } from '~/contracts/cases/tracking'
import { Prisma } from '~/generated/prisma/client'
import { shownWith } from '~/server/cases/case-files'
import { casesOf, rowsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { customerSees } from '~/server/cases/base/file-access'
import { quoteKinds } from '~/server/cases/quotes/quote-kinds'
import { columnName, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import type { CaseViewer } from '../base/customer-access'
import { isFinalStatus } from '~/contracts/statuses'

const MOST_PICTURES = 100

const pictureRow = z.object({
  id: z.string(),
  name: z.string(),
  checkItem: z.string().nullable(),
  createdAt: jsonTime,
  storageKey: z.string(),
  thumbnailKey: z.string().nullable(),
})
const pictureJson = jsonObject(
  Object.fromEntries(Object.keys(pictureRow.shape).map((field) => [field, Prisma.raw(`t.${columnName(field)}`)])),
)

async function picturesWhere({ db }: Pick<Services, 'db'>, customerId: string | null, where: Prisma.Sql) {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(p.picture)::text FROM (
      SELECT ${pictureJson} AS picture FROM case_files AS t
      WHERE ${where} AND t.kind = 'picture' AND ${customerSees(customerId)}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_PICTURES}) AS p`)
  return z.array(pictureRow).nullable().parse(found) ?? []
}

function address(path: string, audience: CaseViewer, query: Record<string, string>): string {
  const all = new URLSearchParams({ ...query, ...('token' in audience ? { token: audience.token } : {}) }).toString()
  return all === '' ? path : `${path}?${all}`
}

/** An account's address names the case; a link's does not. */
export const documentAddress = (audience: CaseViewer, { noun, id }: CaseRef, kind: CaseDocumentKind, number?: number): string =>
  address('/api/customer-documents', audience, {
    kind,
    ...('token' in audience ? {} : { noun, id }),
    ...(number === undefined ? {} : { number: String(number) }),
  })

export const uploadAddress = (audience: CaseViewer, { noun, id }: CaseRef, of?: 'message'): string =>
  address('/api/customer-files', audience, { ...('token' in audience ? {} : { noun, id }), ...(of && { for: of }) })

export const pictureAddress = (audience: CaseViewer, id: string, size: 'full' | 'thumbnail'): string =>
  address(`/api/customer-files/${id}`, audience, { size })

export async function readPictures(
  services: Pick<Services, 'db'>,
  audience: CaseViewer,
  { ref, customerId }: CustomerCase,
): Promise<PublicPicture[]> {
  const rows = await picturesWhere(services, customerId, shownWith(ref))
  return rows.map(({ id, name, checkItem, createdAt, thumbnailKey }) => {
    return {
      id,
      name: shownLine(name) || 'Picture',
      checkItem,
      createdAt,
      address: pictureAddress(audience, id, 'full'),
      thumbnailAddress: thumbnailKey === null ? null : pictureAddress(audience, id, 'thumbnail'),
    }
  })
}

type PicturesOf = CustomerCase | { userId: string }

export async function findPicture(services: Pick<Services, 'db'>, of: PicturesOf, id: string) {
  const [customerId, theirs] =
    'ref' in of
      ? [of.customerId, shownWith(of.ref)]
      : [
          of.userId,
          Prisma.sql`t.case_id IN (SELECT r.id FROM ${casesOf('repairs', of.userId)} AS r
            UNION ALL SELECT r.id FROM ${casesOf('tradeIns', of.userId)} AS r)`,
        ]
  const [found] = await picturesWhere(services, customerId, Prisma.sql`t.id = ${id}::uuid AND ${theirs}`)
  return found && { ...found, kind: 'picture' }
}

/** Customers read no drafts, and no quote of another customer. @param number the newest sent one by default */
export async function wasSent(
  { db: { prisma } }: Pick<Services, 'db'>,
  theirs: CustomerCase,
  kind: 'estimate' | 'offer',
  number: number | undefined,
): Promise<boolean> {
  const { noun, id } = theirs.ref
  const sent = { state: { not: 'draft' as const }, ...(number === undefined ? {} : { number }), ...rowsOf(theirs) }
  return kind === quoteKinds[noun].word && (await prisma.caseQuote.count({ where: { caseId: id, ...sent } })) > 0
}

/** @throws CONFLICT if the customer has added the most pictures */
export async function mayAddPicture(prisma: Pick<Prisma.TransactionClient, 'caseFile'>, theirs: CustomerCase): Promise<void> {
  const where = { caseId: theirs.ref.id, ...rowsOf(theirs), kind: 'picture', removedAt: null, fromCustomer: true } as const
  if ((await prisma.caseFile.count({ where })) < MOST_CUSTOMER_PICTURES) return
  throw new TRPCError({ code: 'CONFLICT', message: `You can add at most ${MOST_CUSTOMER_PICTURES} pictures.` })
}

/** @throws CONFLICT for a case that is over */
export async function takesPictures({ db: { prisma } }: Pick<Services, 'db'>, { noun, id }: CaseRef): Promise<void> {
  const [found] = await prisma.$queryRaw<{ status: CaseStatus }[]>`
    SELECT status::text AS status FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid`
  if (!found || isFinalStatus(found.status))
    throw new TRPCError({ code: 'CONFLICT', message: 'This case is closed, so you can no longer add anything.' })
}
