import * as z from 'zod'
import type { BoardOrigin, PassportContent } from '~/contracts/stock/passports'
import { slotLabel } from '~/contracts/stock/slots'
import { serialKey } from '~/contracts/numbers'
import { unitOf } from '~/contracts/catalogue/hashrate'
import { efficiencyOf, minerReading, type BoardReading, type MinerReading } from '~/contracts/stock/miners/shape'
import { lastWarrantyDay, repairServiceIds, repairServices } from '~/contracts/repair-services'
import { shownLine } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay, isDated } from '~/lib/instant'
import { caseTables } from '~/server/cases/base/case-standing'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonDay, jsonTime } from '~/server/platform/lists/json-row'

/** Leaves out owners, prices, pools, places and other machines. */

type Tx = Prisma.TransactionClient
const sql = Prisma.sql

const MOST_READINGS = 10
const MOST_PARTS = 100
const MOST_ROWS = 50
/** Days; plain SQL may have written any number. */
const LONGEST_WARRANTY = 3650

const line = z.string().transform(shownLine)
const lineOrNull = line.nullable().transform((text) => text || null)

const found = z.object({
  unitNumber: line,
  manufacturer: line,
  model: line,
  serialNumber: lineOrNull,
  serialKeys: z.array(z.string()),
  nominal: z.object({ hashrate: z.number().nullable(), unit: z.string(), power: z.number().nullable() }).nullable(),
  saleWarranty: lineOrNull,
  readings: z.array(
    z.object({
      at: jsonTime,
      data: minerReading.nullable().catch(null),
      boards: z.array(z.object({ slot: z.number(), key: z.string().nullable(), verdict: z.string(), answer: z.string().nullable() })),
    }),
  ),
  foreignKeys: z.array(z.string()),
  parts: z.array(z.object({ slot: z.string(), kind: z.string(), name: line, key: z.string().nullable(), at: jsonTime })),
  partsChangedAt: jsonTime.nullable(),
  loads: z.array(z.object({ from: jsonTime, until: jsonTime })),
  safety: z.array(z.object({ on: jsonDay, passed: z.boolean(), reference: lineOrNull })),
  repairs: z.array(z.object({ at: jsonTime, service: z.string().nullable(), warrantyDays: z.number(), parts: z.array(line) })),
})
type Found = z.output<typeof found>

const listOf = (row: Prisma.Sql, from: Prisma.Sql) =>
  sql`coalesce((SELECT json_agg(r.row ORDER BY r.place) FROM (SELECT ${row} AS row, row_number() OVER () AS place FROM ${from}) AS r), '[]')`

/** One statement over all tables, of the unit's family `f`. */
const statement = (unitId: string) => sql`
  WITH f AS MATERIALIZED (SELECT id FROM unit_family(${unitId}::uuid) AS id), k AS MATERIALIZED (SELECT id FROM cases WHERE unit_id IN (SELECT id FROM f))
  SELECT json_build_object(
    'unitNumber', t.unit_number, 'manufacturer', t.manufacturer, 'model', t.model,
    'serialNumber', t.serial_number,
    'serialKeys', ARRAY(SELECT u.serial_key FROM units AS u WHERE u.id IN (SELECT id FROM f) AND u.serial_key IS NOT NULL),
    'nominal', (SELECT json_build_object('hashrate', m.hashrate, 'unit', m.hashrate_unit, 'power', m.power_watts)
      FROM device_models AS m WHERE m.id = t.model_id),
    'saleWarranty', (SELECT left(p.warranty, 200) FROM products AS p WHERE p.id = t.product_id AND t.state IN ('listed', 'sold')),
    'readings', ${listOf(
      sql`json_build_object('at', c.created_at, 'data', CASE WHEN length(c.data::text) < 200000 THEN c.data END, 'boards', coalesce((
        SELECT json_agg(json_build_object('slot', b.slot, 'key', serial_key(b.serial_number), 'verdict', b.verdict, 'answer', b.answer))
        FROM (SELECT * FROM reading_boards WHERE reading_id = c.id LIMIT 64) AS b), '[]'))`,
      sql`(SELECT * FROM case_readings AS c WHERE c.phase = 'after' AND (c.unit_id IN (SELECT id FROM f) OR c.case_id IN (SELECT id FROM k))
        AND NOT EXISTS (SELECT FROM case_files AS e WHERE e.id = c.file_id AND e.removed_at IS NOT NULL)
        ORDER BY c.created_at DESC, c.id DESC LIMIT ${MOST_READINGS}) AS c`,
    )},
    'foreignKeys', ARRAY(SELECT DISTINCT serial_key(b.serial_number) FROM reading_boards AS b
      WHERE b.unit_id IN (SELECT id FROM f) AND b.verdict = 'foreign' AND serial_key(b.serial_number) IS NOT NULL AND b.answer = 'swapped before us'),
    'parts', ${listOf(
      sql`json_build_object('slot', i.slot, 'kind', y.kind, 'name', y.name, 'key', p.serial_key, 'at', i.installed_at)`,
      sql`(SELECT * FROM installations WHERE unit_id IN (SELECT id FROM f) AND removed_at IS NULL ORDER BY slot, id LIMIT ${MOST_PARTS}) AS i
        JOIN parts AS p ON p.id = i.part_id JOIN part_types AS y ON y.id = p.type_id`,
    )},
    'partsChangedAt', (SELECT max(greatest(installed_at, removed_at)) FROM installations WHERE unit_id IN (SELECT id FROM f)),
    'loads', ${listOf(
      sql`json_build_object('from', r.load_test_from, 'until', r.load_test_until)`,
      sql`(SELECT * FROM refurbishments WHERE unit_id IN (SELECT id FROM f) AND load_test_until > load_test_from
        ORDER BY load_test_until DESC LIMIT ${MOST_ROWS / 2}) AS r`,
    )},
    'safety', ${listOf(
      sql`json_build_object('on', r.safety_tested_on, 'passed', r.safety_passed, 'reference', r.safety_reference)`,
      sql`(SELECT * FROM refurbishments WHERE unit_id IN (SELECT id FROM f) AND safety_tested_on IS NOT NULL AND safety_passed IS NOT NULL
        ORDER BY safety_tested_on DESC LIMIT ${MOST_ROWS / 2}) AS r`,
    )},
    'repairs', ${listOf(
      sql`json_build_object('at', t.completed_at, 'service', t.service, 'warrantyDays', least(greatest(t.warranty_days, 0), ${LONGEST_WARRANTY}), 'parts', ARRAY(
        SELECT y.name FROM installations AS i JOIN parts AS p ON p.id = i.part_id JOIN part_types AS y ON y.id = p.type_id
        WHERE i.case_id = t.id AND i.unit_id IN (SELECT id FROM f) ORDER BY i.installed_at, i.id LIMIT ${MOST_ROWS}))`,
      sql`(SELECT * FROM repairs AS t WHERE t.id IN (SELECT id FROM k) AND t.status IN ('completed', 'shipped') AND t.completed_at IS NOT NULL
        AND ${caseTables.repairs.outcome} IN ('repaired', 'finished') ORDER BY t.completed_at DESC LIMIT ${MOST_ROWS}) AS t`,
    )})::text
  FROM units AS t WHERE t.id = ${unitId}::uuid`

const isOfUnit = ({ serialKeys }: Found, { serialNumber }: MinerReading): boolean => {
  const key = serialKey(serialNumber)
  return key === null || serialKeys.length === 0 || serialKeys.includes(key)
}

/** Machines count boards from 0 or 1, the record from 0. */
const firstOf = (slots: readonly { slot: number }[]): number => (slots.length > 0 && slots.every(({ slot }) => slot > 0) ? 1 : 0)

function originOf(unit: Found, reading: Found['readings'][number], boards: readonly BoardReading[], board: BoardReading) {
  const place = board.slot - firstOf(boards)
  const key = serialKey(board.serialNumber)
  const hashboards = unit.parts.filter(({ kind }) => kind === 'hashboard')
  const part =
    hashboards.find((each) => key !== null && each.key === key) ??
    hashboards.find((each) => each.slot === `board ${place}` && (key === null || each.key === null))
  const read = reading.boards.find(({ slot }) => slot === place)
  const isMisread = read?.verdict === 'foreign' && read.answer === 'misread'
  const origin: BoardOrigin = part
    ? 'replaced'
    : key !== null && unit.foreignKeys.includes(key)
      ? 'swapped_before'
      : read?.verdict === 'swapped_here'
        ? 'replaced'
        : key === null || read === undefined || read.verdict === 'not_read' || read.verdict === 'foreign'
          ? 'unknown'
          : 'original'
  return { origin, since: part?.at ?? null, serialNumber: isMisread ? null : board.serialNumber }
}

const hotter = ({ temperature, chipTemperature }: BoardReading): number | null =>
  temperature === null ? chipTemperature : Math.max(temperature, chipTemperature ?? temperature)

export interface PassportFacts {
  content: PassportContent
  missing: string[]
}

/** Of the kept unit and its merged records, without pictures. @throws NOT_FOUND */
export async function readPassportFacts(tx: Pick<Tx, '$queryRaw'>, unitId: string, timeZone: string): Promise<PassportFacts> {
  const json = await readJsonWithin(tx)(statement(unitId))
  if (json === null) throw notFound(records.units)
  const unit = found.parse(json)
  const day = (at: Date) => calendarDay(at, timeZone)
  const reading = unit.readings.find(({ at, data }) => isDated(at) && data !== null && data.hashrate !== null && isOfUnit(unit, data))
  const data = reading?.data ?? null
  const repairs = unit.repairs.filter(({ at }) => isDated(at))
  const warranties = repairs.map(({ at, warrantyDays }) => lastWarrantyDay(day(at), warrantyDays))
  const perUnit = unit.nominal && unitOf(unit.nominal.unit)
  const content: PassportContent = {
    unitNumber: unit.unitNumber,
    manufacturer: unit.manufacturer,
    model: unit.model,
    serialNumber: unit.serialNumber,
    nominal: {
      hashrate: perUnit && unit.nominal?.hashrate ? unit.nominal.hashrate * perUnit : null,
      power: unit.nominal?.power ?? null,
    },
    measured:
      reading && data
        ? {
            on: day(reading.at),
            hashrate: data.hashrate,
            power: data.power,
            efficiency: data.efficiency ?? efficiencyOf(data.power, data.hashrate),
            boards: data.boards.map((board) => {
              const { origin, since, serialNumber } = originOf(unit, reading, data.boards, board)
              const { slot, hashrate, chips, expectedChips } = board
              return {
                slot,
                serialNumber,
                origin,
                since: since && isDated(since) ? day(since) : null,
                hashrate,
                chips,
                expectedChips,
                temperature: hotter(board),
              }
            }),
          }
        : null,
    parts: unit.parts.filter(({ at }) => isDated(at)).map(({ slot, name, at }) => ({ slot: slotLabel(slot), name, on: day(at) })),
    tests: [
      ...unit.loads
        .filter(({ until }) => isDated(until))
        .map(({ from, until }) => ({
          kind: 'load' as const,
          on: day(until),
          minutes: Math.round((until.getTime() - from.getTime()) / 60_000),
        })),
      ...unit.safety.flatMap(({ on, ...test }) => (on === null ? [] : [{ kind: 'safety' as const, on, ...test }])),
    ].toSorted((a, b) => b.on.localeCompare(a.on)),
    repairs: repairs.map(({ at, service, parts }) => {
      const known = repairServiceIds.find((id) => id === service && id !== 'other')
      return { on: day(at), what: known ? repairServices[known].label : 'Repair', parts }
    }),
    warrantyUntil: warranties.toSorted().at(-1) ?? null,
    saleWarranty: unit.saleWarranty,
    pictures: [],
  }
  const isStale = reading !== undefined && unit.partsChangedAt !== null && unit.partsChangedAt > reading.at
  const missing = [
    ...(content.measured ? [] : ['There is no reading after work on it, so it says nothing measured.']),
    ...(isStale ? ['A part was put in or taken out after the reading. Read the machine again first.'] : []),
    ...(reading?.boards.some(({ verdict, answer }) => verdict === 'foreign' && answer === null)
      ? ['Nobody has said yet where a board comes from that was changed by nobody here.']
      : []),
    ...(content.tests.some((test) => test.kind === 'safety' && test.passed) ? [] : ['No electrical safety test is on record as passed.']),
    ...(content.tests.some(({ kind }) => kind === 'load') ? [] : ['No load test is on record.']),
    ...(content.serialNumber === null ? ['The machine has no serial number, so nobody can tell that the passport is of this one.'] : []),
  ]
  return { content, missing }
}
