import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

const machine = {
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  category: 'ASIC Miner',
  hashrate: '95 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 900.5,
  baseValueGood: 700,
  baseValueFair: 450,
  baseValuePoor: 120,
  isActive: true,
  notes: null,
}

let shop: TestShop
let admin: TestShop['visitor']
beforeAll(async () => {
  shop = await openTestShop()
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

describe('an empty catalogue', () => {
  it('has zero figures', async () => {
    expect(await admin.machines.list({})).toEqual({
      rows: [],
      nextCursor: null,
      total: 0,
      matching: 0,
      counts: { active: 0, inactive: 0 },
      avgMaxValue: 0,
    })
    expect(await shop.visitor.machines.active()).toEqual([])
  })
})

describe('machines.create and update', () => {
  it('keep amounts to the cent, and offer the machine to visitors at once', async () => {
    const created = await admin.machines.create({ ...machine, baseValueExcellent: '900.50' })
    expect(created).toMatchObject({ ...machine, version: 1 })
    expect(await shop.visitor.machines.active()).toEqual([expect.objectContaining({ id: created.id, baseValueExcellent: 900.5 })])

    const updated = await admin.machines.update({ ...machine, id: created.id, baseValueExcellent: 950.25, version: 1 })
    expect(updated).toMatchObject({ baseValueExcellent: 950.25, version: 2 })
    expect((await shop.visitor.machines.active())[0]?.baseValueExcellent).toBe(950.25)

    await admin.machines.update({ ...machine, id: created.id, isActive: false })
    expect(await shop.visitor.machines.active()).toEqual([])
    expect(await admin.machines.byId({ id: created.id })).toMatchObject({ isActive: false, version: 3 })
  })

  it('answer CONFLICT for a stale version, and change nothing', async () => {
    const { id } = await admin.machines.create(machine)
    await admin.machines.update({ ...machine, id, notes: 'theirs', version: 1 })
    await expect(admin.machines.update({ ...machine, id, notes: 'mine', version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await admin.machines.byId({ id })).notes).toBe('theirs')
  })

  it('answer NOT_FOUND for an unknown id', async () => {
    const id = '00000000-0000-0000-0000-000000000000'
    await expect(admin.machines.update({ ...machine, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.machines.byId({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('answer BAD_REQUEST for bad input', async () => {
    await expect(admin.machines.create({ ...machine, manufacturer: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.machines.create({ ...machine, baseValueGood: -5 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.machines.create({ ...machine, baseValueGood: 1e15 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.machines.byId({ id: 'one' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('are for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(shop.visitor.machines.create(machine)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.machines.create(machine)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(caller.machines.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(shop.visitor.machines.byId({ id: '00000000-0000-0000-0000-000000000000' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('the history of a machine', () => {
  it('tells who added and changed it, and of a change only what changed', async () => {
    const created = await admin.machines.create(machine)
    await admin.machines.update({ ...machine, id: created.id, baseValueGood: 650.5, notes: 'Loud', version: 1 })
    await admin.machines.update({ ...machine, id: created.id, baseValueGood: 650.5, notes: 'Loud' })
    await expect(admin.machines.update({ ...machine, id: created.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await admin.audit.history({ subjectType: 'machine', subjectId: created.id })
    expect(rows).toMatchObject([
      { action: 'machine.updated', before: { baseValueGood: 700, notes: null }, after: { baseValueGood: 650.5, notes: 'Loud' } },
      { action: 'machine.created', before: null, after: machine },
    ])
    expect(rows[0]?.after).toEqual({ baseValueGood: 650.5, notes: 'Loud' })
    expect(new Set(rows.map((row) => row.actor)).size).toBe(1)
    expect(rows[0]?.actor).toContain('@')
  })
})

describe('machines.list', () => {
  beforeAll(async () => {
    await shop.db.prisma.tradeInMachine.deleteMany()
    const names = [
      ['MicroBT', 'Whatsminer M50', 800],
      ['Bitmain', 'Antminer L7', 2500],
      ['Bitmain', 'Antminer S21', 2500],
      ['Canaan', 'Avalon A1366', 300],
      ['100%_pure', 'Back\\slash', 1],
    ] as const
    for (const [manufacturer, model, baseValueExcellent] of names) {
      await admin.machines.create({ ...machine, manufacturer, model, baseValueExcellent, isActive: model !== 'Avalon A1366' })
    }
  })
  const models = async (input: Parameters<typeof admin.machines.list>[0]) => (await admin.machines.list(input)).rows.map((row) => row.model)

  it('orders by manufacturer, then model, with the screen’s figures', async () => {
    const list = await admin.machines.list({})
    expect(list.rows.map((row) => row.model)).toEqual(['Back\\slash', 'Antminer L7', 'Antminer S21', 'Avalon A1366', 'Whatsminer M50'])
    expect(list).toMatchObject({ total: 5, matching: 5, counts: { active: 4, inactive: 1 }, avgMaxValue: 1220, nextCursor: null })
  })

  it('finds a caseless substring in manufacturer, model and category', async () => {
    expect(await models({ search: 'aNTminer' })).toEqual(['Antminer L7', 'Antminer S21'])
    expect(await models({ search: 'microbt' })).toEqual(['Whatsminer M50'])
    expect(await models({ search: 'asic min' })).toHaveLength(5)
    expect(await models({ search: 'no such' })).toEqual([])
    expect((await admin.machines.list({ search: 'antminer' })).matching).toBe(2)
  })

  it('takes %, _ and \\ for what they are', async () => {
    expect(await models({ search: '%' })).toEqual(['Back\\slash'])
    expect(await models({ search: '_' })).toEqual(['Back\\slash'])
    expect(await models({ search: '\\' })).toEqual(['Back\\slash'])
    expect(await models({ search: '100%_' })).toEqual(['Back\\slash'])
  })

  it('filters by status', async () => {
    expect(await models({ status: 'inactive' })).toEqual(['Avalon A1366'])
    expect(await models({ status: 'active' })).toHaveLength(4)
  })

  it.each(['name', '-name', 'value', '-value'] as const)('comes whole and once, page by page, sorted by %s', async (sort) => {
    const all = await models({ sort })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof admin.machines.list>> = await admin.machines.list({ sort, limit: 2, cursor })
      paged.push(...page.rows.map((row) => row.model))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(all)
    expect(paged).toHaveLength(5)
  })

  it('refuses a cursor that is not its own', async () => {
    const { nextCursor } = await admin.machines.list({ limit: 2 })
    await expect(admin.machines.list({ limit: 2, sort: 'value', cursor: nextCursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const cursor of ['nonsense', Buffer.from('["name"]').toString('base64url'), Buffer.from('{}').toString('base64url')]) {
      await expect(admin.machines.list({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('refuses a limit beyond 100, and an unknown sort', async () => {
    await expect(admin.machines.list({ limit: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.machines.list({ sort: 'colour' as 'name' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
