import type * as z from 'zod'
import type { offerUnitInput, ProductChoice, unitOffersInput, withdrawUnitInput } from '~/contracts/stock/order-lines'
import type { Unit } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { lockUnit } from '~/server/stock/units/find-unit'
import { moveUnit, stateInWords } from '~/server/stock/units/move-unit'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { refused } from './lock-line'
import { productChoices } from './write-order-lines'

/** @throws NOT_FOUND, CONFLICT for another version than the caller has seen */
async function lockSeen(tx: Prisma.TransactionClient, { id, version }: z.output<typeof withdrawUnitInput>): Promise<Unit> {
  const unit = await lockUnit(tx, id)
  if (unit.id !== id.toLowerCase()) throw refused(`This unit was merged into ${unit.unitNumber}. Change that one.`)
  if (version !== undefined && version !== unit.version) throw conflict(records.units)
  return unit
}

/**
 * Lists a ready unit, or moves a listed one. @throws NOT_FOUND; BAD_REQUEST for an unknown product; CONFLICT for a stale version, a merged
 * unit, and one that is not ready
 */
export async function offerUnit(
  call: Call<'db' | 'live' | 'catalogue'>,
  { productId, ...seen }: z.output<typeof offerUnitInput>,
): Promise<Unit> {
  const stored = await call.db.prisma.$transaction(async (tx) => {
    if (!(await tx.product.findUnique({ where: { id: productId }, select: { id: true } })))
      throw fieldError('validation_failed', 'productId', 'There is no such product')
    const unit = await lockSeen(tx, seen)
    if (unit.state !== 'ready' && unit.state !== 'listed')
      throw refused(`${unit.unitNumber} is ${stateInWords(unit.state)}. Only a unit that is ready is listed.`)
    return moveUnit(tx, unit, { state: 'listed', productId }, call.actor)
  })
  productChanged(call, null)
  return stored
}

/** The unit stays ready. @throws NOT_FOUND; CONFLICT for a stale version, and one that is not listed */
export async function withdrawUnit(call: Call<'db' | 'live' | 'catalogue'>, seen: z.output<typeof withdrawUnitInput>): Promise<Unit> {
  const stored = await call.db.prisma.$transaction(async (tx) => {
    const unit = await lockSeen(tx, seen)
    if (unit.state !== 'listed') throw refused(`${unit.unitNumber} is ${stateInWords(unit.state)}, not listed.`)
    return moveUnit(tx, unit, { state: 'ready' }, call.actor)
  })
  productChanged(call, stored.productId)
  return stored
}

/** Those of the unit's model, or of a search. @throws NOT_FOUND */
export async function unitOffers(
  services: Pick<Services, 'db'>,
  { id, search }: z.output<typeof unitOffersInput>,
): Promise<ProductChoice[]> {
  const unit = await services.db.prisma.unit.findUnique({ where: { id }, select: { modelId: true } })
  if (!unit) throw notFound(records.units)
  return productChoices(services, { search }, unit.modelId)
}
