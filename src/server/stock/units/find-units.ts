import { numberOfCode } from '~/contracts/stock/scanning'
import { numberSpellings, serialText, writtenNumbers } from '~/contracts/numbers'
import type { Unit } from '~/contracts/stock/units'
import { readRows } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { unitListing } from './list-units'
import { unitRow } from './unit-rows'

const MOST_FOUND = 10

/** By any number, or the address of a page or passport; of merged records the kept one. An exact number comes first. */
export async function findUnits({ db }: Pick<Services, 'db'>, { code }: { code: string }): Promise<Unit[]> {
  const text = numberOfCode(code).slice(0, 200)
  // A bare number is that of a unit.
  const ofCases = [text, ...writtenNumbers(text)]
  const ids = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT k.id::text FROM (
      SELECT id, 0 AS place, created_at FROM units WHERE unit_number = ANY (${numberSpellings('units', text)}::text[])
      UNION ALL SELECT unit_id, 0, issued_at FROM passports WHERE code = ${text}
      UNION ALL SELECT c.unit_id, 0, r.created_at FROM repairs AS r JOIN cases AS c ON c.id = r.id
        WHERE r.repair_number = ANY (${ofCases}::text[])
      UNION ALL SELECT c.unit_id, 0, i.created_at FROM trade_ins AS i JOIN cases AS c ON c.id = i.id
        WHERE i.trade_in_number = ANY (${ofCases}::text[])
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
