import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { dataOf, type mutate } from './client'
import { CREDIT_LIMIT } from './shop-process'

/** Store credit that is ready to be moved: trade-ins to complete, repairs that it pays, amounts that two approve, adjustments. */

export const made = z.object({ id: z.string(), userId: z.string(), version: z.number(), status: z.string() })
export const paid = z.object({ held: z.number(), captured: z.number(), left: z.number().nullable() })
export const asked = z.object({ state: z.string(), request: z.object({ id: z.string() }).nullable() })

const DEVICE = { manufacturer: 'Bitmain', model: 'Antminer S19' }
export const VALUE = 300
export const COST = 100
/** Above `CREDIT_LIMIT` as the runs set it, and all that they move below it. */
export const ABOVE = CREDIT_LIMIT + 1
export const SMALL = 5

/** Of each kind so many are ready in each round. */
const READY = 4

interface Ready {
  id: string
  isConfirmed: boolean
}

export interface Round {
  userId: string
  tradeIns: Ready[]
  repairs: Ready[]
  requests: Ready[]
  adjustments: Ready[]
}

export type Caller = (path: string, input: object) => ReturnType<typeof mutate>
const unknown = z.unknown()

/** A trade-in whose completion issues its value. */
async function openTradeIn(call: Caller, userId: string): Promise<string> {
  const { id, version } = dataOf(await call('tradeIns.create', { customer: { userId }, deviceInfo: DEVICE }), made)
  dataOf(await call('tradeIns.update', { id, version, finalValue: VALUE }), made)
  return id
}

/** A repair for which credit is held, which its completion uses. */
async function openRepair(call: Caller, userId: string): Promise<string> {
  const { id } = dataOf(await call('repairs.create', { customer: { userId }, deviceInfo: DEVICE, problemDescription: 'No power' }), made)
  dataOf(await call('repairs.saveEstimate', { id, lines: [{ kind: 'labour', label: 'An hour', quantity: 1, price: COST }] }), unknown)
  dataOf(await call('repairs.sendEstimate', { id, email: null }), unknown)
  dataOf(await call('repairs.recordAnswer', { id, number: 1, answer: 'accepted' }), unknown)
  dataOf(await call('credit.payRepairFor', { repairId: id, amount: COST }), paid)
  return id
}

/** An amount above the limit, for which somebody else is asked. */
async function openRequest(call: Caller, userId: string): Promise<string> {
  const { request } = dataOf(await call('credit.adjust', { userId, amount: ABOVE, reason: 'Above the limit' }), asked)
  return request?.id ?? ''
}

export async function readyRound(call: Caller, userId: string): Promise<Round> {
  const ready = async (open: () => Promise<string> | string) => {
    const rows: Ready[] = []
    while (rows.length < READY) rows.push({ id: await open(), isConfirmed: false })
    return rows
  }
  return {
    userId,
    tradeIns: await ready(() => openTradeIn(call, userId)),
    repairs: await ready(() => openRepair(call, userId)),
    requests: await ready(() => openRequest(call, userId)),
    adjustments: await ready(randomUUID),
  }
}

/** Moves what is ready, one after another, until the server is gone. */
export const mover = (rows: Ready[], move: (id: string) => ReturnType<typeof mutate>) => async (index: number, onWrite: () => void) => {
  const row = rows[index]
  // The first is under way when the server goes, or a later one.
  onWrite()
  if (!row) return new Promise<void>((resolve) => setTimeout(resolve, 20))
  dataOf(await move(row.id), unknown)
  row.isConfirmed = true
}
