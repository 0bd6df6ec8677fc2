import { expect } from 'vitest'
import { readBalance } from '~/server/credit/read-credit'
import { readOwnTransfers } from '~/server/credit/transfers/read-transfers'
import { spendable, sumOfLeft, sumOfMap, timeOf, type Model, type Real } from './model'

/** Here and at the platform there is what the model says. */
export async function compare(model: Model, real: Real): Promise<void> {
  const { services, platform, user } = real
  const held = [...model.payments, ...model.transfers].reduce((sum, payment) => sum + sumOfMap(payment.held), 0)
  const now = () => timeOf(real, model)
  expect(await readBalance({ ...services, now }, user.id)).toMatchObject({ balance: sumOfLeft(spendable(model)) / 100, held: held / 100 })
  expect(platform.balanceOf(user.email)).toBe(sumOfLeft(model.there) / 100)
  const { rows } = await readOwnTransfers(services, user.id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = real.transfers.map((id) => byId.get(id))
  expect(found).toMatchObject(
    model.transfers.map(({ cents, state, takenBack }) => ({ amount: cents / 100, state, takenBack: takenBack / 100 })),
  )
  const open = rows.filter(({ direction, state }) => direction === 'back' && ['waiting', 'asked', 'unknown'].includes(state))
  expect(open.map(({ state }) => state)).toEqual(model.lost?.direction === 'back' ? ['unknown'] : [])
}
