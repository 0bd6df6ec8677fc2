import * as z from 'zod'
import { MOST_FOUND, type FoundDevice } from '~/contracts/cases/cases'
import type { CaseRef, OtherCase } from '~/contracts/case-ref'
import { serialText } from '~/contracts/numbers'
import { Prisma } from '~/generated/prisma/client'
import { suggestModels } from '~/server/catalogue/models/find-model'
import type { SignedInCall } from '~/server/call'
import type { Services } from '~/server/services'
import { casesRow, caseSources, readableTo } from './base/other-cases'

/** Matches the serial number as typed, or of the machine's record. */
export const ofSerial = (
  device: Prisma.Sql,
  id: Prisma.Sql,
  serialNumber: string,
) => Prisma.sql`(upper(left(${device} ->> 'serialNumber', 100)) = upper(${serialNumber})
  OR ${id} = ANY (ARRAY(SELECT k.id FROM units AS u JOIN cases AS k ON k.unit_id = u.id WHERE u.serial_key = serial_key(${serialNumber}))))`

/** The device as its latest case describes it, so that one code opens the next case. */
async function deviceOfSerialNumber({ db }: Pick<Services, 'db'>, serialNumber: string): Promise<FoundDevice[]> {
  const latest = (table: 'repairs' | 'trade_ins') => Prisma.sql`
    SELECT device_info AS device, created_at FROM ${Prisma.raw(table)}
    WHERE ${ofSerial(Prisma.sql`device_info`, Prisma.sql`id`, serialNumber)} ORDER BY created_at DESC, id DESC LIMIT 1`
  const found = await db.prisma.$queryRaw<(FoundDevice & { serialNumber: string })[]>`
    SELECT trim(left(device ->> 'manufacturer', 200)) AS manufacturer, trim(left(device ->> 'model', 200)) AS model,
      NULL AS "machineId", left(device ->> 'serialNumber', 100) AS "serialNumber"
    FROM ((${latest('repairs')}) UNION ALL (${latest('trade_ins')})) AS cases ORDER BY created_at DESC LIMIT 1`
  return found.filter(({ manufacturer, model }) => manufacturer && model)
}

export async function findDevices({ db }: Pick<Services, 'db'>, { search }: { search: string }): Promise<FoundDevice[]> {
  if (search.trim() === '') return []
  const models = await suggestModels(db.prisma, search, MOST_FOUND)
  return [
    ...(await deviceOfSerialNumber({ db }, serialText(search))),
    ...models.map(({ manufacturer, model, machineId, hashrate }) => ({
      manufacturer,
      model,
      machineId,
      ...(hashrate !== null && { hashrate }),
    })),
  ]
}

/** Of the kinds that the caller may read. Ignores case; open and newest ones first. */
export async function casesOfSerialNumber(
  { db, viewer }: SignedInCall<'db'>,
  { serialNumber, except }: { serialNumber: string; except?: CaseRef | undefined },
): Promise<OtherCase[]> {
  const sameDevice = ofSerial(Prisma.sql`t.device_info`, Prisma.sql`t.id`, serialNumber)
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(row ORDER BY is_open DESC, created_at DESC, id)::text FROM (
      SELECT * FROM (${caseSources(readableTo(viewer, sameDevice), MOST_FOUND + 1)}) AS t ORDER BY is_open DESC, created_at DESC, id LIMIT ${MOST_FOUND + 1}
    ) AS cases`)
  const cases = z.array(casesRow).nullable().parse(found) ?? []
  return cases.filter(({ noun, id }) => noun !== except?.noun || id !== except.id.toLowerCase()).slice(0, MOST_FOUND)
}
