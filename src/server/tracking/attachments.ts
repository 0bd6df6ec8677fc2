import type { CaseDocumentKind } from '~/contracts/case-documents'
import { TRPCError } from '@trpc/server'
import { caseColumns, type CaseRef } from '~/contracts/cases'
import { shownLine } from '~/contracts/fields'
import type { PublicPicture } from '~/contracts/tracking'
import type { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import type { Audience } from './access'
import { isOver } from './state'

/** Pictures and papers of a case as its customer gets them. */

/** What customers may read; job sheets and labels are the desk's. */
export const customerDocuments = ['estimate', 'offer', 'receipt', 'packing-slip'] as const satisfies readonly CaseDocumentKind[]

const MOST_PICTURES = 100

/** The rows of a case's pictures: of a trade-in also those of the repair that it comes from. */
const picturesOf = ({ noun, id }: CaseRef): Prisma.CaseFileWhereInput => ({
  kind: 'picture',
  removedAt: null,
  ...(noun === 'repairs' ? { repairId: id } : { OR: [{ tradeInId: id }, { repair: { tradeIn: { id } } }] }),
})

/** An address that asks for the link's secret, or for the session. */
function address(path: string, audience: Audience, query: Record<string, string>): string {
  const all = new URLSearchParams({ ...query, ...('token' in audience ? { token: audience.token } : {}) }).toString()
  return all === '' ? path : `${path}?${all}`
}

/** Where a case's document is: of an account the case is named, a link has its own. */
export const documentAddress = (audience: Audience, { noun, id }: CaseRef, kind: CaseDocumentKind, number?: number): string =>
  address('/api/customer-documents', audience, {
    kind,
    ...('token' in audience ? {} : { noun, id }),
    ...(number === undefined ? {} : { number: String(number) }),
  })

/** Where a picture is sent. */
export const uploadAddress = (audience: Audience, { noun, id }: CaseRef): string =>
  address('/api/customer-files', audience, 'token' in audience ? {} : { noun, id })

/** The pictures of a case, newest first. */
export async function readPictures({ db }: Pick<Services, 'db'>, audience: Audience, ref: CaseRef): Promise<PublicPicture[]> {
  const rows = await db.prisma.caseFile.findMany({
    where: picturesOf(ref),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_PICTURES,
    select: { id: true, name: true, checkItem: true, createdAt: true, thumbnailKey: true },
  })
  return rows.map(({ id, name, checkItem, createdAt, thumbnailKey }) => {
    const at = (size: string) => address(`/api/customer-files/${id}`, audience, { size })
    return {
      id,
      name: shownLine(name) || 'Picture',
      checkItem,
      createdAt,
      address: at('full'),
      thumbnailAddress: thumbnailKey === null ? null : at('thumbnail'),
    }
  })
}

/** Whose pictures may be had: those of one case, by its link, or those of somebody's own cases. */
type PicturesOf = { ref: CaseRef } | { userId: string }

/** A picture of a case; null where it is not of theirs. */
export const findPicture = ({ db }: Pick<Services, 'db'>, of: PicturesOf, id: string) =>
  db.prisma.caseFile.findFirst({
    where:
      'ref' in of
        ? { id, ...picturesOf(of.ref) }
        : { id, kind: 'picture', removedAt: null, OR: [{ repair: { userId: of.userId } }, { tradeIn: { userId: of.userId } }] },
    select: { id: true, kind: true, name: true, storageKey: true, thumbnailKey: true },
  })

/** Whether a quote was sent: its customer reads no draft. @param number which; the newest that was sent without one */
export async function wasSent(
  { db: { prisma } }: Pick<Services, 'db'>,
  { noun, id }: CaseRef,
  kind: 'estimate' | 'offer',
  number: number | undefined,
): Promise<boolean> {
  const sent = { state: { not: 'draft' as const }, ...(number === undefined ? {} : { number }) }
  if (noun === 'repairs') return kind === 'estimate' && (await prisma.repairEstimate.count({ where: { repairId: id, ...sent } })) > 0
  return kind === 'offer' && (await prisma.tradeInOffer.count({ where: { tradeInId: id, ...sent } })) > 0
}

/** How many pictures of a case came from its customer: not from anybody of the desk. */
export const countCustomerPictures = ({ db }: Pick<Services, 'db'>, { noun, id }: CaseRef): Promise<number> =>
  db.prisma.caseFile.count({
    where: {
      ...caseColumns({ noun, id }),
      kind: 'picture',
      removedAt: null,
      OR: [{ uploadedBy: null }, { uploader: { profile: { role: 'customer' } } }],
    },
  })

/** @throws CONFLICT for a case that is over */
export async function takesPictures({ db: { prisma } }: Pick<Services, 'db'>, { noun, id }: CaseRef): Promise<void> {
  const found =
    noun === 'repairs'
      ? await prisma.repair.findUnique({ where: { id }, select: { status: true } })
      : await prisma.tradeIn.findUnique({ where: { id }, select: { status: true } })
  if (!found || isOver(found.status))
    throw new TRPCError({ code: 'CONFLICT', message: 'Nothing can be added any more: this case is over.' })
}
