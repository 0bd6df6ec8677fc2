import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { rateAndUnit, type createModelInput, type Model, type ModelInput, type updateModelInput } from '~/contracts/catalogue/models'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { toModel, usesOfModel } from './read-model'

type Tx = Prisma.TransactionClient

export function audited({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: Model): ModelInput {
  return fields
}

const stored = ({ model, hashrate, ...fields }: ModelInput) => ({
  ...fields,
  name: model,
  ...(rateAndUnit(hashrate) ?? { hashrate: null }),
})

/** Maker, name and hashrate are unique together. */
function sayTaken({ manufacturer, model, hashrate }: ModelInput) {
  return (error: unknown): never => {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error
    const name = [`${manufacturer} ${model}`, ...(hashrate === null ? [] : [hashrate])].join(', ')
    throw new TRPCError({ code: 'CONFLICT', message: `There is a model ${name} already.` })
  }
}

/** @throws NOT_FOUND, also for a merged model; CONFLICT for a stale version */
export async function lockModel(tx: Tx, id: string, version?: number) {
  await lockRow(tx, records.models, id, version)
  const row = await tx.deviceModel.findUnique({ where: { id, mergedInto: null } })
  if (!row) throw notFound(records.models)
  return row
}

/** @throws CONFLICT for an existing model, or an idempotency key with another one */
export function createModel(call: CreatingCall<never>, input: z.output<typeof createModelInput>): Promise<Model> {
  return createOnce(call, input, (tx, fields) => insertModel(tx, call.actor, fields)).catch(sayTaken(input))
}

async function insertModel(tx: Tx, actor: Actor, input: ModelInput): Promise<Model> {
  const model = toModel(await tx.deviceModel.create({ data: stored(input) }))
  await recordAudit(tx, actor, { action: 'model.created', subjectType: 'model', subjectId: model.id, after: audited(model) })
  return model
}

/** The former name still leads to it. @throws NOT_FOUND; CONFLICT for a stale `version`, or an existing model */
export function updateModel({ db, actor }: Call<'db'>, { id, version, ...input }: z.output<typeof updateModelInput>): Promise<Model> {
  const changed = db.prisma.$transaction(async (tx) => {
    const row = await lockModel(tx, id, version)
    const was = toModel(row)
    const now = toModel(await tx.deviceModel.update({ where: { id }, data: stored(input) }))
    await keepSpelling(tx, row, now)
    const fields = changedFields(audited(was), audited(now))
    if (fields) await recordAudit(tx, actor, { action: 'model.updated', subjectType: 'model', subjectId: id, ...fields })
    return now
  })
  return changed.catch(sayTaken(input))
}

/** Unless another model has the former name. */
async function keepSpelling(tx: Tx, was: { id: string; manufacturer: string; name: string }, now: Model): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO device_models (manufacturer, name, merged_into) SELECT ${was.manufacturer}, ${was.name}, ${was.id}::uuid
    WHERE (maker_key(${was.manufacturer}), model_key(${was.name})) IS DISTINCT FROM (maker_key(${now.manufacturer}), model_key(${now.model}))
      AND NOT EXISTS (SELECT FROM device_models
        WHERE maker_key(manufacturer) = maker_key(${was.manufacturer}) AND model_key(name) = model_key(${was.name}))`
}

const times = (number: number, one: string) => (number === 0 ? [] : [`${number.toLocaleString('en-GB')} ${one}${number === 1 ? '' : 's'}`])

/** Deletes its spellings too. @throws NOT_FOUND, CONFLICT while it is used */
export async function deleteModel({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<{ id: string }> {
  await db.prisma.$transaction(async (tx) => {
    const model = toModel(await lockModel(tx, id))
    const { products, machines, units } = await usesOfModel(tx, id)
    const uses = [...times(products, 'product'), ...times(machines, 'trade-in machine'), ...times(units, 'unit')]
    if (uses.length > 0) {
      throw new TRPCError({
        code: 'CONFLICT',
        message: `This model is used by ${new Intl.ListFormat('en-GB').format(uses)}. Merge it into another model instead.`,
      })
    }
    await tx.deviceModel.delete({ where: { id }, select: { id: true } })
    await recordAudit(tx, actor, { action: 'model.deleted', subjectType: 'model', subjectId: id, before: audited(model) })
  })
  return { id }
}
