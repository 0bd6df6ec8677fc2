import fc from 'fast-check'
import { expect } from 'vitest'
import type { ShopBooks } from './shop-books'
import { become, mergeMachines, openNeighbour, readProposal, returnUndone, tradeIn, type Neighbour } from './shop-work'
import type { Work } from './work'

/** Steps of a history by which work ends, changes hands, or meets somebody else's: each in the model and in the shop. */

export interface Played {
  model: Work
  real: ShopBooks
  /** Somebody else with a machine that may be the same. */
  neighbour: Neighbour | null
}

/** A step: what it is called in a failure, and what it does; it does nothing where it cannot be done. */
export interface Step {
  name: string
  run: (played: Played) => Promise<void>
}

/** All that is billed beyond the cost is credited as the bill proposes it. */
async function creditAsProposed({ model, real }: Played): Promise<void> {
  for (;;) {
    const proposed = model.proposal
    expect(await readProposal(real)).toEqual(proposed)
    if (!proposed) return
    const { of, amount } = proposed
    let left = amount
    const parts = (model.invoices[of]?.lines ?? []).flatMap(({ total, credited }, line) => {
      const part = Math.min(left, Math.max(0, total - credited))
      left -= part
      return part > 0 ? [{ line, amount: part }] : []
    })
    model.credit(of, parts)
    await real.credit(of, parts)
  }
}

/** Work that nobody was billed for, and nobody has paid, may get another customer; no other does. */
async function giveOn({ model, real }: Played, byDesk: boolean): Promise<void> {
  const isBound = model.invoices.length > 0 || model.payments.length > 0 || model.used > 0
  if (!isBound && model.hasCredit) return
  const other = await real.shop.signIn('customer')
  real.tick()
  expect(await real.giveTo(other, byDesk && real.noun === 'repairs')).toBe(!isBound)
  if (!isBound) model.giveOn()
}

async function merge(played: Played, isOpen: boolean, keepsOwn: boolean): Promise<void> {
  const { model, real } = played
  if (real.noun !== 'repairs') return
  played.neighbour ??= await openNeighbour(real, isOpen)
  const { merged } = played.neighbour
  const isTaken = await mergeMachines(real, played.neighbour, keepsOwn)
  // Open work of two customers is never of one machine.
  expect(isTaken).toBe(merged !== null || !(played.neighbour.isOpen && model.standing === 'open'))
}

const becomes = (standing: 'open' | 'done'): Step => ({
  name: standing === 'open' ? 'work on it again' : 'complete',
  run: async ({ model, real }) => {
    model.become(standing)
    await become(real, standing)
  },
})

/** An order is cancelled, a repair goes back undone. */
const ends = (fee: number): Step => ({
  name: `cancel, or return undone for ${fee}`,
  run: async ({ model, real }) => {
    if (real.noun === 'orders') {
      model.become('cancelled')
      await become(real, 'cancelled')
      return
    }
    model.returnUndone(fee)
    await returnUndone(real, fee)
  },
})

export const workSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })).map(ends) },
  { weight: 3, arbitrary: fc.constantFrom('open' as const, 'done' as const).map(becomes) },
  { weight: 4, arbitrary: fc.constant<Step>({ name: 'credit as proposed', run: creditAsProposed }) },
  fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('accept' as const, 'dispute' as const)).map(([value, answer]): Step => ({
    name: `${answer} ${value} for a trade-in`,
    run: async ({ model, real }) => {
      if (answer === 'accept') model.available += value
      await tradeIn(real, value, answer)
    },
  })),
  fc.tuple(fc.boolean(), fc.boolean()).map(([isOpen, keepsOwn]): Step => ({
    name: `merge with an ${isOpen ? 'open' : 'ended'} case into the ${keepsOwn ? 'own' : 'other'} machine`,
    run: (played) => merge(played, isOpen, keepsOwn),
  })),
  fc.boolean().map((byDesk): Step => ({
    name: `give on ${byDesk ? 'as an administrator' : 'by plain SQL'}`,
    run: (played) => giveOn(played, byDesk),
  })),
)
