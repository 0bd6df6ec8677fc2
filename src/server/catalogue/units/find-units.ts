import { numberOfCode } from '~/contracts/catalogue/scanning'
import { numberSpellings, serialText } from '~/contracts/numbers'
import type { Unit } from '~/contracts/catalogue/units'
import { readRows } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { unitListing } from './list'
import { unitRow } from './read'

const MOST_FOUND = 10

/**
 * The machines that a scanned or typed code names: by number, by serial number however it is typed, or by the address of a page or of a
 * passport. Of merged records the one that is kept; one that has the number comes first.
 */
export async function findUnits({ db }: Pick<Services, 'db'>, { code }: { code: string }): Promise<Unit[]> {
  const text = numberOfCode(code).slice(0, 200)
  const ids = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT k.id::text FROM (
      SELECT id, 0 AS place, created_at FROM units WHERE unit_number = ANY (${numberSpellings('units', text)}::text[])
      UNION ALL SELECT unit_id, 0, issued_at FROM passports WHERE code = ${text}
      UNION ALL (SELECT id, 1, created_at FROM units WHERE serial_key = serial_key(${serialText(text)})
        ORDER BY merged_into IS NOT NULL, created_at DESC LIMIT ${MOST_FOUND})
    ) AS named JOIN units AS k ON k.id = kept_unit(named.id)
    GROUP BY k.id ORDER BY min(named.place), max(named.created_at) DESC, k.id LIMIT ${MOST_FOUND}`
  return readRows(
    db,
    unitListing({}).source,
    unitRow,
    ids.map(({ id }) => id),
  )
}
