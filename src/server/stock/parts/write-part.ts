import type * as z from 'zod'
import type { createPartsInput, Part, restockPartInput, updatePartInput, writeOffPartInput } from '~/contracts/stock/parts'
import { slotLabel } from '~/contracts/stock/slots'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { assignments, changeRow } from '~/server/platform/audit/change-row'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { readRows } from '~/server/platform/lists/json-row'
import { conflict, lockPart, lockPartType, type LockedPart } from './lock-part'
import { receiveForOrder } from './orders'
import { partById, partRow, partSource } from './list-parts'
import { giveToWaiting, settleParts } from './settle-parts'

type Tx = Prisma.TransactionClient

export async function checkSerial(tx: Tx, typeId: string, serialNumber: string | null, but: string | null = null): Promise<void> {
  if (serialNumber === null) return
  const [other] = await tx.$queryRaw<{ partNumber: string }[]>`
    SELECT part_number AS "partNumber" FROM parts
    WHERE serial_key = serial_key(${serialNumber}) AND type_id = ${typeId}::uuid AND id IS DISTINCT FROM ${but}::uuid LIMIT 1`
  if (other) throw conflict(`${other.partNumber} has the serial number ${serialNumber} already.`)
}

interface NewParts {
  typeId: string
  serialNumber: string | null
  quantity: number
  location: string | null
  cost: number | null
  notes: string | null
}

export async function addParts(tx: Tx, actor: Actor, { quantity, ...data }: NewParts): Promise<{ id: string; partNumber: string }[]> {
  const made = await tx.part.createManyAndReturn({
    data: Array.from({ length: quantity }, () => data),
    select: { id: true, partNumber: true },
  })
  const { typeId: _type, ...told } = data
  await recordAudit(tx, actor, ...made.map(({ id }) => ({ action: 'part.created', subjectType: 'part', subjectId: id, after: told })))
  return made
}

export type ReceivedPart = Part & { numbers: string[] }

/**
 * One part with a serial number, or several without; waiting repairs get them at once. @throws NOT_FOUND for an unknown type; CONFLICT for
 * a serial number in use, or an idempotency key with other parts
 */
export async function createParts(call: CreatingCall<'db'>, input: z.output<typeof createPartsInput>): Promise<ReceivedPart> {
  const made = await createOnce(call, input, async (tx, { cost, orderId, ...given }) => {
    const type = await lockPartType(tx, given.typeId)
    if (orderId) await receiveForOrder(tx, call, { orderId, typeId: given.typeId, quantity: given.quantity })
    await checkSerial(tx, given.typeId, given.serialNumber)
    const added = await addParts(tx, call.actor, { ...given, cost: cost === undefined ? (type.cost?.toNumber() ?? null) : cost })
    await giveToWaiting(tx, call.actor, given.typeId)
    return added
  })
  const [first] = await readRows(
    call.db,
    partSource,
    partRow,
    made.slice(0, 1).map(({ id }) => id),
  )
  return { ...(first ?? (await partById(call, { id: made[0]?.id ?? '' }))), numbers: made.map(({ partNumber }) => partNumber) }
}

const told = Prisma.sql`jsonb_build_object('serialNumber', t.serial_number, 'location', t.location, 'cost', t.cost, 'notes', t.notes, 'state', t.state)`

const change = (tx: Tx, actor: Actor, id: string, set: Prisma.Sql, action: string, audited = told): Promise<Part> =>
  changeRow({ readJson: readJsonWithin(tx) }, actor, { record: records.parts, id, set, row: partRow, action, audited })

/** @throws NOT_FOUND; CONFLICT for a stale version, or a serial number in use */
export const updatePart = ({ db, actor }: Call<'db'>, { id, version, ...fields }: z.output<typeof updatePartInput>): Promise<Part> =>
  db.prisma.$transaction(async (tx) => {
    const part = await lockPart(tx, { id, version })
    if (fields.location && part.installationId !== null) throw isIn(part)
    if (fields.serialNumber) await checkSerial(tx, part.typeId, fields.serialNumber, id)
    const set = assignments({ serialNumber: 'text', location: 'text', cost: 'numeric', notes: 'text' }, fields)
    return change(tx, actor, id, Prisma.sql`updated_at = updated_at, ${set}`, 'part.updated')
  })

const isIn = ({ partNumber, unitNumber, slot }: LockedPart) =>
  conflict(`${partNumber} is in ${unitNumber ?? 'a machine'} (${slotLabel(slot ?? '').toLowerCase()}). Take it out first.`)

/** A repair gets another part instead. @throws NOT_FOUND; CONFLICT for a stale version, a part in a machine, or one written off */
export const writeOffPart = ({ db, actor }: Call<'db'>, { id, version, reason }: z.output<typeof writeOffPartInput>): Promise<Part> =>
  db.prisma.$transaction(async (tx) => {
    const part = await lockPart(tx, { id, version })
    if (part.installationId !== null) throw isIn(part)
    if (part.state === 'scrapped') throw conflict(`${part.partNumber} has been written off already.`)
    if (part.state === 'sold') throw conflict(`${part.partNumber} was sold. Put it back into stock first.`)
    const row = await writeOff(tx, actor, id, reason)
    if (part.reservedFor !== null) await settleParts(tx, actor, [part.reservedFor])
    return row
  })

export const writeOff = (tx: Tx, actor: Actor, id: string, reason: string): Promise<Part> => {
  const why = Prisma.sql`jsonb_build_object('state', t.state, 'reason', CASE WHEN t.state = 'scrapped' THEN ${reason}::text END)`
  const set = Prisma.sql`state = 'scrapped', location = NULL, reserved_case_id = NULL, reserved_line_id = NULL`
  return change(tx, actor, id, set, 'part.written_off', why)
}

/** A waiting repair may get it. @throws NOT_FOUND; CONFLICT for a stale version, or a part that is in stock, reserved or in a machine */
export const restockPart = ({ db, actor }: Call<'db'>, { id, version, location }: z.output<typeof restockPartInput>): Promise<Part> =>
  db.prisma.$transaction(async (tx) => {
    const part = await lockPart(tx, { id, version })
    if (part.installationId !== null) throw isIn(part)
    if (part.state === 'reserved') throw conflict(`${part.partNumber} is reserved for ${part.reservedNumber ?? 'a repair'}.`)
    if (part.state === 'in_stock') throw conflict(`${part.partNumber} is in stock already.`)
    const place = location === undefined ? Prisma.empty : Prisma.sql`, location = ${location}`
    await change(tx, actor, id, Prisma.sql`state = 'in_stock', sold_line_id = NULL${place}`, 'part.restocked')
    await giveToWaiting(tx, actor, part.typeId)
    const [row] = await readRows({ readJson: readJsonWithin(tx) }, partSource, partRow, [id])
    return row ?? partById({ db }, { id })
  })
