import * as z from 'zod'
import type { PassportContent, PictureChoice } from '~/contracts/stock/passports'
import { caseNouns } from '~/contracts/case-ref'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { fileAddress } from '~/server/cases/base/file-access'
import { fieldError } from '~/server/platform/errors'
import { jsonRows, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

/** Only the shop's own pictures: customers' may show their home. */

const MOST_CHOICES = 60

const pictures = (unitId: string) => Prisma.sql`case_files AS t JOIN cases AS k ON k.id = t.case_id
  WHERE k.unit_id IN (SELECT unit_family(${unitId}::uuid)) AND t.kind = 'picture' AND NOT t.from_customer AND t.removed_at IS NULL`

const numberOfCase = Prisma.join(
  caseNouns.map((noun) => {
    const { table, status } = records[noun]
    return Prisma.sql`(SELECT left(x.${Prisma.raw(status.number)}, 100) FROM ${Prisma.raw(table)} AS x WHERE x.id = k.id)`
  }),
)

const choice = z.object({
  id: z.string(),
  name: z.string().transform((name) => shownLine(name) || 'Picture'),
  caseNumber: z
    .string()
    .nullable()
    .transform((number) => number ?? ''),
  createdAt: jsonTime,
  hasThumbnail: z.boolean(),
})

export async function listPictureChoices(
  { db, secret, now }: Pick<Services, 'db' | 'secret' | 'now'>,
  unitId: string,
  userId: string,
): Promise<PictureChoice[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'caseNumber', p.number, 'createdAt', p.created_at, 'hasThumbnail', p.small)
      ORDER BY p.created_at DESC, p.id DESC)::text
    FROM (SELECT t.id, t.name, coalesce(${numberOfCase}) AS number, t.created_at, t.thumbnail_key IS NOT NULL AS small
      FROM ${pictures(unitId)} ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_CHOICES}) AS p`)
  const seconds = now().getTime() / 1000
  return (jsonRows.parse(found) ?? []).map((json) => {
    const { hasThumbnail, ...each } = choice.parse(json)
    return { ...each, thumbnailAddress: hasThumbnail ? fileAddress(secret, { fileId: each.id, size: 'thumbnail', userId }, seconds) : null }
  })
}

/** In their order. @throws BAD_REQUEST `pictures` for one that cannot be chosen */
export async function chosenPictures(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  unitId: string,
  ids: readonly string[],
): Promise<PassportContent['pictures']> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const rows = await tx.$queryRaw<PassportContent['pictures']>`
    SELECT t.id::text AS id, t.width, t.height, t.sha256 FROM ${pictures(unitId)} AND t.id = ANY(${wanted}::uuid[])`
  return wanted.map((id) => {
    const row = rows.find((each) => each.id === id)
    if (!row) throw fieldError('validation_failed', 'pictures', 'One of these pictures is not there any more, or was sent by a customer')
    return row
  })
}
