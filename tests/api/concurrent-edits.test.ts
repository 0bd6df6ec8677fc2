import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

/** People who change one row in the same moment: one is first, and everybody else hears of it. */

const PEOPLE = 20

/** How a call has ended: 'done', or the code of its refusal. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )

const atOnce = (call: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: PEOPLE }, (_, index) => outcome(call(index)))).then((outcomes) => outcomes.sort())

const oneWins = [...Array.from({ length: PEOPLE - 1 }, () => 'CONFLICT'), 'done']

describeOnEngines('20 edits of one row over the same version, on %s', (engine) => {
  let shop: TestShop
  let callers: TestShop['visitor'][]
  const by = (index: number) => callers[index % callers.length] ?? shop.visitor

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    callers = [(await shop.signIn('admin')).caller, (await shop.signIn('admin')).caller]
  })
  afterAll(() => shop.close())

  it('of an order: one wins', async () => {
    const order = shop.factories.order({ status: 'pending' })
    await shop.db.prisma.order.create({ data: order })
    const edit = (index: number) => by(index).orders.updateStatus({ id: order.id, status: 'processing', version: 1 })
    expect(await atOnce(edit)).toEqual(oneWins)
    expect(await by(0).orders.byId({ id: order.id })).toMatchObject({ status: 'processing', version: 2 })
    expect((await by(0).audit.history({ subjectType: 'order', subjectId: order.id })).rows).toHaveLength(1)
  })

  it('of a machine: one wins, whole', async () => {
    const values = { baseValueExcellent: 9, baseValueGood: 8, baseValueFair: 7, baseValuePoor: 6 }
    const { id } = await by(0).machines.create({ manufacturer: 'Bitmain', model: 'S19', ...values })
    const edit = (index: number) =>
      by(index).machines.update({ id, version: 1, manufacturer: `Maker ${index}`, model: `Model ${index}`, ...values })
    expect(await atOnce(edit)).toEqual(oneWins)
    const { manufacturer, model, version } = await by(0).machines.byId({ id })
    expect([manufacturer.split(' ')[1], version]).toEqual([model.split(' ')[1], 2])
  })

  it('of a product: one wins, whole', async () => {
    const { id } = await by(0).products.create({ name: 'Fan', category: 'Parts', stockQuantity: 1 })
    const edit = (index: number) =>
      by(index).products.update({ id, version: 1, name: `Fan ${index}`, category: 'Parts', stockQuantity: index })
    expect(await atOnce(edit)).toEqual(oneWins)
    const { name, stockQuantity, version } = await by(0).products.byId({ id })
    expect([name, version]).toEqual([`Fan ${stockQuantity}`, 2])
  })

  it('of a tab of the settings: one wins, whole, also the first time', async () => {
    for (const version of [0, 2]) {
      // Values that nobody has saved before: saving what is there already changes nothing, and conflicts with nobody.
      const values = (index: number) => ({ meta_description: `Text ${version}/${index}`, meta_keywords: `Words ${version}/${index}` })
      const save = (index: number) => by(index).settings.save({ tab: 'seo', values: values(index), version })
      expect(await atOnce(save)).toEqual(oneWins)
      const { seo } = (await by(0).settings.all()).tabs
      expect(seo.values.meta_keywords.split(' ')[1]).toBe(seo.values.meta_description.split(' ')[1])
      const { rows } = await by(0).audit.history({ subjectType: 'settings', subjectId: 'seo' })
      expect(rows).toHaveLength(version === 0 ? 1 : 2)
    }
  })

  it('of a tab of the settings without a version: each is saved, one after another', async () => {
    const values = (index: number) => ({ meta_description: `Own text ${index}`, meta_keywords: `Own words ${index}` })
    expect(await atOnce((index) => by(index).settings.save({ tab: 'seo', values: values(index) }))).toEqual(
      Array.from({ length: PEOPLE }, () => 'done'),
    )
    const { rows } = await by(0).audit.history({ subjectType: 'settings', subjectId: 'seo' })
    expect(rows.length).toBeGreaterThanOrEqual(PEOPLE)
  })
})

describeOnEngines('roles that change in the same moment, on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
  })
  afterAll(() => shop.close())

  const administrators = async () => (await shop.db.prisma.profile.findMany({ where: { role: 'admin' } })).map(({ userId }) => userId)

  it('two administrators who demote each other: one does, and the other is none any more', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await shop.signIn('admin'), await shop.signIn('admin')]
      const outcomes = await Promise.all([
        outcome(one.caller.users.updateRole({ userId: two.userId, role: 'customer' })),
        outcome(two.caller.users.updateRole({ userId: one.userId, role: 'customer' })),
      ])
      expect([...outcomes].sort()).toEqual(['FORBIDDEN', 'done'])
      const winner = outcomes[0] === 'done' ? one : two
      expect(await administrators()).toEqual([winner.userId])
      expect(await winner.caller.users.updateRole({ userId: winner.userId.toUpperCase(), role: 'customer' })).toMatchObject({
        role: 'customer',
      })
    }
  })

  it('ten in a ring: whoever has demoted the last one stays', async () => {
    expect(await administrators()).toEqual([])
    const ring = await Promise.all(Array.from({ length: 10 }, () => shop.signIn('admin')))
    const outcomes = await Promise.all(
      ring.map(({ caller }, index) =>
        outcome(caller.users.updateRole({ userId: ring[(index + 1) % ring.length]?.userId ?? '', role: 'customer' })),
      ),
    )
    const done = outcomes.filter((each) => each === 'done').length
    expect(outcomes.filter((each) => each === 'FORBIDDEN')).toHaveLength(ring.length - done)
    expect(await administrators()).toHaveLength(ring.length - done)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(ring.length)
  })
})
