import type fc from 'fast-check'
import type { Prisma } from '~/generated/prisma/client'
import type { Movement } from '~/server/credit/credit-account'
import type { Running } from '~/server/credit/transfers/run-transfers'
import type { Services } from '~/server/services'
import type { PlayedAdmin } from '../admin-platform'

/** A model of one customer's credit that counts cents in plain arrays, here and at the shop platform. */

export interface Lot {
  /** Days since the start; Infinity for never. */
  expires: number
  left: number
}
export interface Payment {
  held: Map<Lot, number>
  used: Map<Lot, number>
}
/** An amount at the platform: credit in the customer's account there, or a gift card. */
export interface Brought {
  expires: number
  /** Of two that expire on one day the lower goes first. */
  order: number
  left: number
  isCard: boolean
  /** False for what the platform's staff have given. */
  isOurs: boolean
}
/** A transfer to the platform, of credit that expires at one time. */
export interface Transfer extends Payment {
  cents: number
  expires: number
  order: number
  state: 'waiting' | 'unknown' | 'done' | 'refused' | 'taken_back'
  /** Null where it is not there. */
  brought: Brought | null
  takenBack: number
}
/** A transfer whose answer was lost, and since which day; a late one is on its way to the platform. */
type Lost = { since: number; isLate: boolean } & (
  | { direction: 'out'; parts: Transfer[]; isCard: boolean }
  | { direction: 'back'; of: Transfer; cents: number; isTaken: boolean }
)
export interface Model {
  day: number
  lots: Lot[]
  payments: Payment[]
  transfers: Transfer[]
  there: Brought[]
  /** True if checkouts there take store credit; they take gift cards if not. */
  takesCredit: boolean
  lost: Lost | null
}

export interface Real {
  services: Services & Pick<Running, 'shopCredit'>
  platform: PlayedAdmin
  user: { id: string; email: string }
  start: Date
  steps: number
  payments: string[]
  lots: string[]
  transfers: string[]
  /** What has been played. */
  played: Set<string>
}

export type Command = fc.AsyncCommand<Model, Real>

export const timeOf = (real: Real, model: Model) => new Date(real.start.getTime() + model.day * 86_400_000 + real.steps * 1000)
export const sumOfMap = (map: Map<Lot, number>) => [...map.values()].reduce((sum, cents) => sum + cents, 0)
export const spendable = ({ lots, day }: Model) => lots.filter(({ expires, left }) => left > 0 && expires > day)
export const sumOfLeft = (rows: readonly { left: number }[]) => rows.reduce((sum, { left }) => sum + left, 0)
const soonest = (lots: Iterable<Lot>, all: readonly Lot[]) =>
  [...lots].sort((a, b) => a.expires - b.expires || all.indexOf(a) - all.indexOf(b))

/** Takes so many cents from lots, what expires soonest first; what is given back of a part is what expires last. */
export function take(
  model: Model,
  from: { lots: Lot[]; leftOf: (lot: Lot) => number; isBack?: boolean },
  cents: number,
  move: (lot: Lot, part: number) => void,
): void {
  let open = cents
  const queue = soonest(from.lots, model.lots)
  for (const lot of from.isBack ? queue.toReversed() : queue) {
    const part = Math.min(open, from.leftOf(lot))
    if (part > 0) move(lot, part)
    open -= part
  }
}
export const add = (map: Map<Lot, number>, lot: Lot, cents: number) => map.set(lot, (map.get(lot) ?? 0) + cents)

/** Does a movement once or twice under one key, each in a transaction, all at once. */
export async function run(
  real: Real,
  model: Model,
  isTwice: boolean,
  work: (tx: Prisma.TransactionClient, movement: Movement) => Promise<unknown>,
): Promise<boolean> {
  const step = real.steps++
  const movement: Movement = {
    actor: { userId: null, email: null },
    at: timeOf(real, model),
    reason: `Step ${step}`,
    cause: { noun: 'adjustment', id: String(step) },
    key: `model:${real.user.id}:${step}`,
  }
  return once(isTwice, () => real.services.db.prisma.$transaction((tx) => work(tx, movement)))
}

/** @returns true if either of the two has done it */
export async function once(isTwice: boolean, work: () => Promise<unknown>): Promise<boolean> {
  const done = await Promise.allSettled(isTwice ? [work(), work()] : [work()])
  return done.some(({ status }) => status === 'fulfilled')
}
