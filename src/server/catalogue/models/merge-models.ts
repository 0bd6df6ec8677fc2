import type * as z from 'zod'
import type { mergeModelsInput, Model } from '~/contracts/catalogue/models'
import { machineName } from '~/contracts/catalogue/machines'
import type { Call } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { toModel } from './read-model'
import { audited, lockModel } from './write-model'

/** The kept model gets products, machines, units and missing figures; rows keep their texts. @throws NOT_FOUND */
export function mergeModels({ db, actor }: Call<'db'>, { keep, merge }: z.output<typeof mergeModelsInput>): Promise<Model> {
  return db.prisma.$transaction(async (tx) => {
    // In a fixed order, so that opposite merges do not deadlock.
    const [first, second] = [keep, merge].map((id) => id.toLowerCase()).toSorted()
    for (const id of [first, second]) if (id !== undefined) await lockModel(tx, id)
    const was = toModel(await lockModel(tx, keep))
    const gone = await lockModel(tx, merge)
    await tx.deviceModel.updateMany({ where: { OR: [{ id: merge }, { mergedInto: merge }] }, data: { mergedInto: keep } })
    await tx.product.updateMany({ where: { modelId: merge }, data: { modelId: keep } })
    await tx.tradeInMachine.updateMany({ where: { modelId: merge }, data: { modelId: keep } })
    await tx.unit.updateMany({ where: { modelId: merge }, data: { modelId: keep } })
    await tx.$executeRaw`
      UPDATE device_models AS k SET algorithm = coalesce(k.algorithm, m.algorithm), power_watts = coalesce(k.power_watts, m.power_watts),
        boards = coalesce(k.boards, m.boards), chips_per_board = coalesce(k.chips_per_board, m.chips_per_board)
      FROM device_models AS m WHERE k.id = ${keep}::uuid AND m.id = ${merge}::uuid`
    const kept = toModel(await lockModel(tx, keep))
    const subject = { subjectType: 'model', subjectId: kept.id } as const
    const filled = changedFields(audited(was), audited(kept))
    if (filled) await recordAudit(tx, actor, { action: 'model.updated', ...subject, ...filled })
    await recordAudit(tx, actor, { action: 'model.merged', ...subject, after: { spelling: machineName(toModel(gone)), mergedId: gone.id } })
    await recordAudit(tx, actor, {
      action: 'model.merged_into',
      subjectType: 'model',
      subjectId: gone.id,
      before: audited(toModel(gone)),
      after: { keptId: kept.id },
    })
    return kept
  })
}
