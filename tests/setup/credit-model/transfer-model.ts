import { add, spendable, sumOfLeft, take, type Brought, type Lot, type Model, type Transfer } from './model'

/** The model of moving credit to the platform and back, whatever becomes of the answers. */

/**
 * Faults of the nth call that would move something: it is said no to; it is lost on the way; it comes late, when nobody waits for an answer
 * any more; it is done, and the platform away from then on; or the platform is away before it.
 */
export const faultKinds = ['refused', 'lost', 'late', 'away', 'silent'] as const
export interface Fault {
  kind: (typeof faultKinds)[number]
  at: number
}

/** The parts that an amount would be moved in, one for each expiry; null where there is less, or they are too many. */
export function partsOf(model: Model, cents: number): Transfer[] | null {
  const lots = spendable(model)
  if (sumOfLeft(lots) < cents) return null
  const parts = new Map<Lot | null, Transfer>()
  const held: [Map<Lot, number>, Lot, number][] = []
  take(model, { lots, leftOf: ({ left }) => left }, cents, (lot, part) => {
    const mark = lot.expires === Infinity ? null : lot
    const order = mark ? model.lots.indexOf(lot) : 0
    const fresh: Transfer = {
      held: new Map(),
      used: new Map(),
      cents: 0,
      expires: lot.expires,
      order,
      state: 'waiting',
      brought: null,
      takenBack: 0,
    }
    const transfer = parts.get(mark) ?? fresh
    parts.set(mark, transfer)
    transfer.cents += part
    held.push([transfer.held, lot, part])
  })
  if (parts.size > 10) return null
  for (const [map, lot, part] of held) {
    lot.left -= part
    add(map, lot, part)
  }
  return [...parts.values()]
}

function refuse(parts: readonly Transfer[]): void {
  for (const part of parts) {
    part.state = 'refused'
    for (const [lot, cents] of part.held) lot.left += cents
    part.held.clear()
  }
}

function bring(model: Model, part: Transfer, isCard: boolean): void {
  part.brought = { expires: part.expires, order: part.order, left: part.cents, isCard, isOurs: true }
  model.there.push(part.brought)
}

function end(part: Transfer): void {
  part.state = 'done'
  for (const [lot, cents] of part.held) add(part.used, lot, cents)
  part.held.clear()
}

/** Asks for one part after the other, as long as the answers come. */
export function askFor(model: Model, parts: readonly Transfer[], fault: Fault | null = null): void {
  for (const [index, part] of parts.entries()) {
    const rest = parts.slice(index)
    const fails = fault?.at === index ? fault.kind : null
    const isCard = !model.takesCredit
    if (fails === 'lost' || fails === 'late' || (fails === 'away' && part.expires > model.day)) {
      part.state = 'unknown'
      if (fails === 'away') bring(model, part, isCard)
      model.lost = { direction: 'out', parts: rest, since: model.day, isCard, isLate: fails === 'late' }
      return
    }
    if (fails === 'refused' || fails === 'silent' || part.expires <= model.day) {
      refuse(rest)
      return
    }
    bring(model, part, isCard)
    end(part)
  }
}

const inAccount = ({ isCard }: Brought) => !isCard
const byExpiry = (a: Brought, b: Brought) => a.expires - b.expires || a.order - b.order

/** Credit in the account there is used, what expires soonest first. */
export function spendThere(model: Model, cents: number): number {
  let open = cents
  for (const each of model.there.filter(inAccount).sort(byExpiry)) {
    const part = Math.min(open, each.left)
    each.left -= part
    open -= part
  }
  return cents - open
}

function putBack(model: Model, of: Transfer, cents: number): void {
  take(model, { lots: [...of.used.keys()], leftOf: (lot) => of.used.get(lot) ?? 0, isBack: true }, cents, (lot, part) => {
    add(of.used, lot, -part)
    lot.left += part
  })
  of.takenBack += cents
  if (of.takenBack >= of.cents) of.state = 'taken_back'
}

export const canComeBack = ({ lost, day }: Model, { state, cents, takenBack, expires }: Transfer): boolean =>
  lost === null && state === 'done' && takenBack < cents && expires > day

/** Takes back as much of a transfer as is left there of all that came from here. */
export function comeBack(model: Model, of: Transfer, fault: Fault['kind'] | null): void {
  const { brought } = of
  if (!brought) return
  const { isCard } = brought
  const left = isCard ? brought.left : sumOfLeft(model.there.filter((each) => inAccount(each) && each.isOurs))
  const cents = Math.min(of.cents - of.takenBack, left)
  if (cents === 0 || fault === 'refused' || fault === 'silent') return
  const isTaken = fault !== 'lost' && fault !== 'late'
  if (isTaken) debit(model, brought, cents)
  if (fault === null) putBack(model, of, cents)
  else model.lost = { direction: 'back', of, cents, isTaken, since: model.day, isLate: fault === 'late' }
}

function debit(model: Model, brought: Brought, cents: number): void {
  if (brought.isCard) brought.left -= cents
  else spendThere(model, cents)
}

/** What was on its way to the platform comes: it is done there unless it has expired, or nothing is left to take. */
export function arrive(model: Model): void {
  const { lost, day } = model
  if (!lost?.isLate) return
  lost.isLate = false
  if (lost.direction === 'out') {
    const [part] = lost.parts
    if (part && part.expires > day) bring(model, part, lost.isCard)
    return
  }
  const { brought } = lost.of
  if (!brought) return
  const left = brought.isCard ? brought.left : sumOfLeft(model.there.filter(inAccount))
  if (left < lost.cents) return
  debit(model, brought, lost.cents)
  lost.isTaken = true
}

/** The platform answers again, and is asked what became of it: after a day nothing can come any more that is not there. */
export function findOut(model: Model): void {
  const { lost, day } = model
  if (!lost) return
  const isOver = lost.since < day
  if (lost.direction === 'back') {
    if (lost.isTaken) putBack(model, lost.of, lost.cents)
    if (lost.isTaken || isOver) model.lost = null
    return
  }
  const [part, ...rest] = lost.parts
  if (!part || (!part.brought && !isOver)) return
  model.lost = null
  // A card is asked for once more, under the code that it has.
  if (!part.brought && lost.isCard && part.expires > day) bring(model, part, true)
  if (!part.brought) {
    refuse(lost.parts)
    return
  }
  end(part)
  askFor(model, rest)
}
