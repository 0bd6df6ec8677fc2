import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOn } from '../setup/database'
import type { Person } from '../setup/gifts'
import { openTestShop, type TestShop } from '../setup/shop'

/** The account that customers pay to: nobody changes it alone. */

let shop: TestShop
let first: Person
let second: Person
beforeAll(async () => {
  shop = await openTestShop({ db: await openOn('postgres') })
  first = await shop.signIn('admin')
})
beforeEach(() => {
  shop.emails.length = 0
})
afterAll(() => shop.close())

const OURS = {
  accountName: 'Ohmfield Ltd',
  bankName: 'A bank',
  iban: 'GB33BUKB20201555555555',
  bic: 'BUKBGB22',
  sortCode: '20-20-15',
  accountNumber: '55555555',
}
const THEIRS = { ...OURS, accountName: 'Somebody', iban: 'DE89370400440532013000', bic: 'DEUTDEFF', sortCode: null, accountNumber: null }
async function save(by: Person, payee: object, more: object = {}) {
  const { version: _version, ...seller } = await by.caller.invoices.seller()
  return by.caller.invoices.saveSeller({ ...seller, ...payee, ...more })
}
const requests = async (by: Person, state: 'waiting' | 'refused' | 'withdrawn' = 'waiting') =>
  (await by.caller.invoices.requests({ state })).rows.filter(({ kind }) => kind === 'payee')
const told = () => shop.emails.map(({ to }) => to).toSorted()
/** The IBAN that invoices and pages show. */
const counts = async () => (await first.caller.invoices.seller()).iban

describe('the first account of a shop', () => {
  it('waits where an administrator with limits gives it', async () => {
    const limited = await shop.signIn('admin')
    await shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes: ['invoices:write'] } })
    expect(await save(limited, THEIRS)).toMatchObject({ iban: null, waiting: { payee: THEIRS, by: limited.email } })
    await shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { role: 'customer' } })
  })

  it('counts at once from an administrator without limits, takes the place of what waits, and is emailed', async () => {
    expect(await save(first, OURS)).toMatchObject({ ...OURS, waiting: null })
    expect(await requests(first, 'withdrawn')).toHaveLength(1)
    expect(shop.emails).toMatchObject([{ to: first.email, subject: expect.stringContaining('pay to another account') }])
    expect(shop.emails[0]?.text).toContain('IBAN: GB33BUKB20201555555555')
  })
})

describe('another account', () => {
  beforeAll(async () => {
    second = await shop.signIn('admin')
  })

  it('waits for a second administrator while the former one counts, and all administrators are emailed', async () => {
    const answer = await save(first, THEIRS, { termsDays: 30 })
    expect(answer).toMatchObject({ ...OURS, termsDays: 30, waiting: { payee: THEIRS, by: first.email } })
    expect(told()).toEqual([first.email, second.email].toSorted())
    expect(shop.emails[0]).toMatchObject({ subject: expect.stringContaining('Somebody wants customers') })
    expect(shop.emails[0]?.text).toContain('DE89370400440532013000')
    const [request] = await requests(second)
    expect(request).toMatchObject({
      amount: null,
      requestedBy: first.email,
      isMine: false,
      whyNot: null,
      payee: { from: OURS, to: THEIRS },
    })
    await expect(first.caller.invoices.approve({ id: request?.id ?? '' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await counts()).toBe(OURS.iban)
    // Saving the form with the account in effect makes no new request.
    await save(first, {}, { termsDays: 14 })
    expect(await requests(second)).toMatchObject([{ id: request?.id }])
  })

  it('counts once a second one has approved it, and all are emailed again', async () => {
    const [request] = await requests(second)
    const version = (await first.caller.invoices.seller()).version
    expect(await second.caller.invoices.approve({ id: request?.id ?? '', version: 1 })).toMatchObject({
      state: 'approved',
      decidedBy: second.email,
    })
    expect(await first.caller.invoices.seller()).toMatchObject({ ...THEIRS, waiting: null, version: version + 1 })
    expect(told()).toEqual([first.email, second.email].toSorted())
    await expect(second.caller.invoices.approve({ id: request?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is refused with a reason, replaced by the next one that is asked for, and waits where it is none at all', async () => {
    const none = { accountName: null, bankName: null, iban: null, bic: null, sortCode: null, accountNumber: null }
    await save(first, none)
    expect(await counts()).toBe(THEIRS.iban)
    await save(second, OURS)
    const rows = await requests(first)
    expect(rows).toMatchObject([{ requestedBy: second.email, payee: { to: OURS } }])
    const id = rows[0]?.id ?? ''
    expect(await first.caller.invoices.refuse({ id, note: 'Not our bank' })).toMatchObject({ state: 'refused', note: 'Not our bank' })
    expect(await counts()).toBe(THEIRS.iban)
    expect(await first.caller.invoices.seller()).toMatchObject({ waiting: null })
  })

  it('is not asked for by a key, nor a wrong one by anybody', async () => {
    const { key } = await first.caller.keys.create({ name: 'Program', scopes: ['invoices:write'] })
    const { version: _version, ...seller } = await first.caller.invoices.seller()
    await expect(shop.callerOf(null, { apiKey: key }).invoices.saveSeller({ ...seller, ...OURS })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { errorCode: 'api_key_refused' },
    })
    await expect(save(first, { iban: 'GB00BUKB20201555555555' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['iban'] }] },
    })
    expect(shop.emails).toEqual([])
  })

  it('of two that ask at once waits once', async () => {
    await Promise.all([save(first, OURS), save(second, { ...OURS, bankName: 'Another bank' })])
    expect(await requests(first)).toHaveLength(1)
    expect(await counts()).toBe(THEIRS.iban)
  })
})
