import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelOf } from '~/server/catalogue/models/find-model'
import { nameModels } from '~/server/catalogue/models/name-models'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: TestShop['visitor']
const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
const names = async () => (await admin.models.list({})).rows.map(({ manufacturer, model }) => `${manufacturer} ${model}`)
const only = async (search: string) => {
  const { rows } = await admin.models.list({ search })
  expect(rows).toHaveLength(1)
  const [row] = rows
  if (!row) throw new Error('no such model')
  return row
}

beforeAll(async () => {
  shop = await openTestShop()
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())
beforeEach(() => run('TRUNCATE units, products, trade_in_machines, device_models, repairs CASCADE'))

const machine = { manufacturer: 'Bitmain', model: 'Antminer S19 Pro', hashrate: '110 TH/s', powerConsumption: '3250W' }
const values = { baseValueExcellent: 1, baseValueGood: 1, baseValueFair: 1, baseValuePoor: 0 }

describe('a model', () => {
  it('comes with the first row that names it, whoever writes that, and is found again in other spellings', async () => {
    await admin.machines.create({ ...machine, ...values })
    await run(
      `INSERT INTO products (name, category, manufacturer, model, algorithm) VALUES ('A', 'Miners', 'BITMAIN ', 'antminer  s19-pro', 'SHA-256')`,
    )
    await run(`INSERT INTO units (manufacturer, model) VALUES ('bitmain', 'AntminerS19Pro'), ('', 'S9'), ('Bitmain', '')`)
    expect(await names()).toEqual(['Bitmain Antminer S19 Pro'])
    const { id } = await only('s19')
    expect(await admin.models.byId({ id })).toMatchObject({
      category: 'ASIC Miner',
      algorithm: 'SHA-256',
      hashrate: '110 TH/s',
      powerWatts: 3250,
      boards: null,
      chipsPerBoard: null,
    })
    expect(await admin.models.uses({ id })).toEqual({ products: 1, machines: 1, units: 1, spellings: [] })
  })

  it('is another one with a plus sign, or with another hashrate; a name alone then says neither', async () => {
    for (const [model, rate] of [
      ['M30S', ''],
      ['M30S++', '112 TH/s'],
      ['Antminer S19 Pro', '104 TH/s'],
      ['Antminer S19 Pro', '110 TH/s'],
    ])
      await run(
        `INSERT INTO trade_in_machines (manufacturer, model, hashrate, power_consumption) VALUES ('Maker', '${model}', '${rate}', '3250W')`,
      )
    expect(await names()).toEqual(['Maker Antminer S19 Pro', 'Maker Antminer S19 Pro', 'Maker M30S', 'Maker M30S++'])
    const { prisma } = shop.db
    const figures = { id: null, hashrate: null, watts: 3250, boards: 3, chipsPerBoard: null }
    expect(await modelOf(prisma, { manufacturer: 'maker', model: 'antminer s19pro' })).toMatchObject(figures)
    const [of110] = await prisma.tradeInMachine.findMany({ where: { hashrate: '110 TH/s' } })
    expect(await modelOf(prisma, { id: of110?.modelId, manufacturer: '', model: '' })).toMatchObject({ hashrate: 110e12, watts: 3250 })
    await run(`INSERT INTO units (manufacturer, model) VALUES ('Maker', 'Antminer S19 Pro')`)
    expect(await prisma.unit.findFirst()).toMatchObject({ modelId: null })
    expect(await modelOf(prisma, { manufacturer: 'nobody', model: 'nothing' })).toBeNull()
  })

  it('takes no figure from a text that says none, and no text keeps a row from being written', async () => {
    const odd = ['fast', '-1 TH/s', '99999999999999 TH/s', '0 TH/s', `1${'0'.repeat(500)}`]
    for (const [index, rate] of odd.entries())
      await run(
        `INSERT INTO products (name, category, manufacturer, model, hashrate, power) VALUES ('A', 'B', 'Odd', 'O${index}', '${rate}', '3.5 kW')`,
      )
    await run(
      `INSERT INTO products (name, category, manufacturer, model) VALUES ('A', 'B', repeat('m', 20000), repeat('n', 20000)), ('A', 'B', '火', '%'), ('A', 'B', NULL, NULL)`,
    )
    const { rows } = await admin.models.list({ search: 'Odd' })
    expect(rows.map(({ hashrate, powerWatts }) => [hashrate, powerWatts])).toEqual(odd.map(() => [null, null]))
  })

  it('follows a row whose maker or model becomes another one, and stays with one that changes otherwise', async () => {
    const { id, version } = await admin.machines.create({ ...machine, ...values })
    const modelId = async () => (await shop.db.prisma.tradeInMachine.findUniqueOrThrow({ where: { id } })).modelId
    const first = await modelId()
    await admin.machines.update({ ...machine, ...values, id, hashrate: '104 TH/s', version })
    expect(await modelId()).toBe(first)
    await admin.machines.update({ ...machine, ...values, id, model: 'Antminer S21' })
    expect(await modelId()).toBe((await only('S21')).id)
  })
})

describe('models.create, update and delete', () => {
  const input = { manufacturer: 'Canaan', model: 'Avalon Q', hashrate: '90 TH/s', powerWatts: '1674', boards: 1, chipsPerBoard: '' }

  it('keep what is typed, say what is wrong, and refuse a second one of the same name and hashrate', async () => {
    const made = await admin.models.create({ ...input, checklist: 'Dust filter, ' })
    expect(made).toMatchObject({
      powerWatts: 1674,
      boards: 1,
      chipsPerBoard: null,
      checklist: ['Dust filter'],
      loadTestMinutes: 60,
      tolerancePercent: 5,
    })
    const taken = { code: 'CONFLICT', message: 'There is a model canaan avalon-q, 90 TH/s already.' }
    await expect(admin.models.create({ ...input, manufacturer: 'canaan', model: 'avalon-q' })).rejects.toMatchObject(taken)
    const other = await admin.models.create({ ...input, hashrate: '80 TH/s' })
    await expect(admin.models.update({ ...input, id: other.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const bad of [{ hashrate: 'fast' }, { hashrate: '0 TH/s' }, { boards: 65 }, { powerWatts: '1.5' }, { manufacturer: ' ' }])
      await expect(admin.models.create({ ...input, ...bad }), JSON.stringify(bad)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.models.update({ ...input, id: made.id, version: 7 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('leave a trace, and a former name leads to the model', async () => {
    const { id } = await admin.models.create(input)
    await admin.models.update({ ...input, id, model: 'Avalon Q2', version: 1 })
    await run(`INSERT INTO units (manufacturer, model) VALUES ('Canaan', 'Avalon Q')`)
    expect(await names()).toEqual(['Canaan Avalon Q2'])
    expect(await admin.models.uses({ id })).toMatchObject({ units: 1, spellings: ['Canaan Avalon Q'] })
    const { rows } = await admin.audit.history({ subjectType: 'model', subjectId: id })
    expect(rows.map(({ action }) => action)).toEqual(['model.updated', 'model.created'])
    await expect(admin.models.delete({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This model is used by 1 unit. Merge it into another model instead.',
    })
    await run('DELETE FROM units')
    expect(await admin.models.delete({ id })).toEqual({ id })
    await expect(admin.models.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await shop.db.prisma.deviceModel.count()).toBe(0)
  })
})

describe('models.merge', () => {
  it('gives one spelling’s rows to the other, without a new version of them, and is understood from then on', async () => {
    const { id: machineId } = await admin.machines.create({ ...machine, hashrate: '', ...values })
    await run(`INSERT INTO products (name, category, manufacturer, model, algorithm) VALUES ('A', 'B', 'Bitmain', 'S19Pro', 'SHA-256')`)
    await run(`INSERT INTO units (manufacturer, model) VALUES ('Bitmain', 'S19 PRO')`)
    const [keep, merge] = [await only('Antminer'), await only('S19Pro')]
    expect(await admin.models.merge({ keep: keep.id, merge: merge.id })).toMatchObject({
      id: keep.id,
      algorithm: 'SHA-256',
      powerWatts: 3250,
    })
    expect(await admin.models.uses({ id: keep.id })).toEqual({ products: 1, machines: 1, units: 1, spellings: ['Bitmain S19Pro'] })
    expect(await admin.machines.byId({ id: machineId })).toMatchObject({ version: 1 })
    expect((await admin.products.list({})).rows[0]).toMatchObject({ version: 1, model: 'S19Pro' })
    await run(`INSERT INTO units (manufacturer, model) VALUES ('bitmain', 's19 pro')`)
    expect(await names()).toEqual(['Bitmain Antminer S19 Pro'])
    expect(await admin.models.suggest({ search: 's19pro' })).toEqual([
      {
        id: keep.id,
        manufacturer: 'Bitmain',
        model: 'Antminer S19 Pro',
        category: 'ASIC Miner',
        algorithm: 'SHA-256',
        hashrate: null,
        power: '3250W',
        efficiency: null,
        machineId,
      },
    ])
    await expect(admin.models.merge({ keep: keep.id, merge: merge.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.models.byId({ id: merge.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.models.merge({ keep: keep.id, merge: keep.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('ends well for two who merge the same ones the other way round', async () => {
    const [one, two] = [
      await admin.models.create({ manufacturer: 'A', model: 'B' }),
      await admin.models.create({ manufacturer: 'A', model: 'C' }),
    ]
    const done = await Promise.allSettled([
      admin.models.merge({ keep: one.id, merge: two.id }),
      admin.models.merge({ keep: two.id, merge: one.id }),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await admin.models.list({})).total).toBe(1)
  })
})

describe('suggestions', () => {
  it('come from the models alone, with their figures, those of the trade-in catalogue first', async () => {
    await admin.models.create({ manufacturer: 'Bitmain', model: 'Antminer S10' })
    await admin.models.create({ manufacturer: 'Bitmain', model: 'Antminer S11', isActive: false })
    const { id: machineId } = await admin.machines.create({ ...machine, ...values })
    const rows = await admin.models.suggest({ search: ' miner BIT ' })
    expect(rows.map(({ model, efficiency }) => [model, efficiency])).toEqual([
      ['Antminer S19 Pro', '29.5 J/TH'],
      ['Antminer S10', null],
    ])
    expect(await admin.cases.devices({ search: 'miner' })).toEqual([
      { manufacturer: 'Bitmain', model: 'Antminer S19 Pro', machineId, hashrate: '110 TH/s' },
      { manufacturer: 'Bitmain', model: 'Antminer S10', machineId: null },
    ])
    await admin.machines.create({ ...machine, ...values, model: 'Antminer S19j Pro' })
    const names = await admin.models.suggest({ search: 's19 PRO' })
    expect(names.map(({ model }) => model)).toEqual(['Antminer S19 Pro', 'Antminer S19j Pro'])
    expect(await admin.models.suggest({ search: '100%' })).toEqual([])
  })
})

describe('rows from before there were models', () => {
  it('get theirs in the background, in rounds that go on where one has stopped', async () => {
    await run('ALTER TABLE trade_in_machines DISABLE TRIGGER name_model')
    await run('ALTER TABLE products DISABLE TRIGGER name_model')
    await run(`INSERT INTO trade_in_machines (manufacturer, model, hashrate) VALUES ('Bitmain', 'Antminer S9', '13.5 TH/s')`)
    await run(
      `INSERT INTO products (name, category, manufacturer, model) SELECT 'P', 'C', 'Maker', 'M' || n % 7 FROM generate_series(1, 450) AS n`,
    )
    await run(`INSERT INTO products (name, category) VALUES ('Cable', 'Parts')`)
    await run('ALTER TABLE trade_in_machines ENABLE TRIGGER name_model')
    await run('ALTER TABLE products ENABLE TRIGGER name_model')
    await run(`INSERT INTO repairs (repair_number, device_info) VALUES ('R1', '{"manufacturer": "bitmain", "model": "ANTMINER S9"}'),
      ('R2', '{"manufacturer": "IceRiver", "model": "KS0"}'), ('R3', '"a text"'), ('R4', '["x"]')`)
    const until = TEST_NOW.getTime() + 1
    let asked = 0
    // The second look at the clock is late.
    const now = () => new Date(asked++ === 0 ? TEST_NOW : until)
    expect(await nameModels({ db: shop.db, now }, until)).toBe(false)
    expect(await names()).toEqual(['Bitmain Antminer S9'])
    expect(await nameModels({ db: shop.db, now: () => TEST_NOW }, until)).toBe(true)
    expect(await names()).toEqual(['Bitmain Antminer S9', 'IceRiver KS0', ...Array.from({ length: 7 }, (_, n) => `Maker M${n}`)])
    expect(await shop.db.prisma.product.count({ where: { modelId: null } })).toBe(1)
    expect(await shop.db.prisma.product.count({ where: { version: { not: 1 } } })).toBe(0)
  })
})
