import { unitName, type Unit } from '~/contracts/stock/units'
import type { SaleLine } from '~/contracts/stock/sales'
import type { Prisma } from '~/generated/prisma/client'
import { fieldError } from '~/server/platform/errors'
import { stateInWords } from '~/server/stock/units/move-unit'
import { lastSales, lockUnits } from './dispatch-units'
import { refused } from './lock-line'
import { lockProducts, readStock, sumOfWanted } from './stock-of-order'
import type { SoldLine } from './write-order'

type Tx = Prisma.TransactionClient

interface LockedPart {
  id: string
  partNumber: string
}

export interface LockedSale extends SoldLine {
  unit: Unit | null
  parts: LockedPart[]
}

function whyNotSold(unit: Unit, soldWith: string | undefined): string | null {
  const { unitNumber, state, owner } = unit
  if (state === 'sold') return soldWith ? `${unitNumber} was sold with order ${soldWith}.` : `${unitNumber} is sold already.`
  if (owner !== 'company' || (state !== 'listed' && state !== 'ready'))
    return `${unitNumber} is ${stateInWords(state)}. Only a unit that is ready or listed is sold.`
  return null
}

async function lockUnitsOf(tx: Tx, lines: readonly SaleLine[]): Promise<Map<string, Unit>> {
  const ids = lines.flatMap(({ unitId }) => unitId?.toLowerCase() ?? [])
  if (ids.length === 0) return new Map()
  const kept = await lockUnits(tx, ids)
  const sales = await lastSales(
    tx,
    kept.map(({ id }) => id),
  )
  for (const unit of kept) {
    const problem = whyNotSold(unit, sales.find(({ unitId, isOut }) => isOut && unitId === unit.id)?.orderNumber)
    if (problem !== null) throw refused(problem)
  }
  const found = await tx.$queryRaw<{ given: string; kept: string }[]>`
    SELECT given::text AS given, kept_unit(given)::text AS kept FROM unnest(${ids}::uuid[]) AS given`
  return new Map(found.flatMap(({ given, kept: id }) => kept.filter((unit) => unit.id === id).map((unit): [string, Unit] => [given, unit])))
}

/** The oldest free ones. @throws BAD_REQUEST for an unknown type, CONFLICT if too few are in stock */
async function lockPartsOf(tx: Tx, lines: readonly SaleLine[]): Promise<Map<string, { name: string; parts: LockedPart[] }>> {
  const wanted = sumOfWanted(
    lines.flatMap(({ partTypeId, quantity }) => (partTypeId === null ? [] : { productId: partTypeId, pieces: quantity })),
  )
  const found = new Map<string, { name: string; parts: LockedPart[] }>()
  for (const [typeId, pieces] of [...wanted].toSorted(([one], [other]) => one.localeCompare(other))) {
    const [type] = await tx.$queryRaw<{ name: string }[]>`SELECT name FROM part_types WHERE id = ${typeId}::uuid FOR UPDATE`
    if (!type) throw fieldError('validation_failed', 'lines', 'There is no such type of part')
    const parts = await tx.$queryRaw<LockedPart[]>`
      SELECT id::text, part_number AS "partNumber" FROM parts WHERE type_id = ${typeId}::uuid AND state = 'in_stock'
      ORDER BY created_at, id LIMIT ${pieces} FOR UPDATE`
    if (parts.length < pieces) throw refused(`Only ${parts.length} of ${type.name} ${parts.length === 1 ? 'is' : 'are'} in stock.`)
    found.set(typeId, { name: type.name, parts })
  }
  return found
}

/** @throws BAD_REQUEST for an unknown product, CONFLICT if others hold the stock */
async function lockProductsOf(tx: Tx, at: Date, lines: readonly SaleLine[], units: ReadonlyMap<string, Unit>) {
  const wanted = sumOfWanted(
    lines.flatMap(({ productId, unitId, quantity }) => {
      const id = productId ?? (unitId === null ? null : (units.get(unitId.toLowerCase())?.productId ?? null))
      return id === null || (unitId !== null && units.get(unitId.toLowerCase())?.state !== 'listed')
        ? []
        : { productId: id, pieces: quantity }
    }),
  )
  const ids = [...wanted.keys()]
  await lockProducts(tx, ids)
  const stock = await readStock(tx, at, ids)
  for (const [id, pieces] of wanted) {
    const product = stock.get(id)
    if (!product) throw fieldError('validation_failed', 'lines', 'There is no such product')
    if (pieces > product.free) throw refused(tooFew(product.name, product.free, product.stock))
  }
  return stock
}

/** 'Only 1 of Antminer S19 is left: 2 are in stock, and orders hold the rest.' */
export function tooFew(name: string, free: number, stock: number): string {
  const left = Math.max(0, free)
  const held = stock > left ? `: ${stock} ${stock === 1 ? 'is' : 'are'} in stock, and orders hold the rest` : ''
  return left === 0 && held === '' ? `${name} is out of stock.` : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left${held}.`
}

/**
 * Locks units, parts, then products. @throws NOT_FOUND for an unknown unit; BAD_REQUEST for an unknown product or type of part; CONFLICT
 * for a unit that is not for sale, and for too little stock
 */
export async function lockSold(tx: Tx, at: Date, lines: readonly SaleLine[]): Promise<LockedSale[]> {
  const units = await lockUnitsOf(tx, lines)
  const parts = await lockPartsOf(tx, lines)
  const products = await lockProductsOf(tx, at, lines, units)
  const left = new Map([...parts].map(([id, { parts: all }]) => [id, [...all]]))
  return lines.map(({ productId, unitId, partTypeId, title, ...line }) => {
    const unit = unitId === null ? null : (units.get(unitId.toLowerCase()) ?? null)
    const type = partTypeId?.toLowerCase() ?? null
    const product = productId?.toLowerCase() ?? unit?.productId ?? null
    const named = unit
      ? `${unitName(unit)} (${unit.unitNumber})`
      : type === null
        ? products.get(product ?? '')?.name
        : parts.get(type)?.name
    return {
      ...line,
      productId: product,
      partTypeId: type,
      title: title || (named ?? '').slice(0, 200),
      unit,
      parts: type === null ? [] : (left.get(type)?.splice(0, line.quantity) ?? []),
    }
  })
}
