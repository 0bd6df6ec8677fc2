import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { machineEarnings } from '~/contracts/catalogue/earnings'
import { defaultAssumptions } from '~/contracts/catalogue/network'
import { earningOf, earningOfProduct } from '~/server/catalogue/network/compare-machines'
import { lookAtNetwork } from '~/server/catalogue/network/fetch-network'
import { followSite } from '~/server/site/live-site'
import { close, listen } from '../setup/loopback'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const HOUR_MS = 60 * 60 * 1000
const DAY_SECONDS = 24 * 60 * 60

const bitcoin = {
  coin: 'BTC',
  name: 'Bitcoin',
  algorithm: 'SHA-256',
  difficulty: 150_000_000_000_000.5,
  blockReward: '3.125',
  blockSeconds: 600,
  price: 80_000.1,
}
const litecoin = {
  coin: 'LTC',
  name: 'Litecoin',
  algorithm: 'Scrypt',
  networkHashrate: 2.5e15,
  blockReward: 6.25,
  blockSeconds: 150,
  price: 70,
}
const dogecoin = {
  ...litecoin,
  coin: 'DOGE',
  name: 'Dogecoin',
  networkHashrate: '2400000000000000',
  blockReward: 10_000,
  price: 0.15,
  mergedWith: 'LTC',
}
const answer = (over: object = {}) => ({
  time: '2026-11-20T06:00:00Z',
  source: 'mempool.space',
  coins: [dogecoin, bitcoin, litecoin],
  ...over,
})

describeOnEngines('figures of networks that are typed, on %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
  })
  beforeEach(async () => {
    await shop.db.prisma.networkCoin.deleteMany()
    await shop.db.prisma.networkAssumption.deleteMany()
  })
  afterAll(() => shop.close())

  const typed = { ...bitcoin, difficulty: null, networkHashrate: '1.05 ZH/s' }

  it('are read with their source and time, digit for digit', async () => {
    await admin.caller.network.saveCoin({ ...bitcoin, coin: ' btc ' })
    await admin.caller.network.saveCoin({ ...litecoin, halvesOn: '2027-07-30' })
    expect(await shop.visitor.network.current()).toEqual({
      assumptions: defaultAssumptions,
      coins: [
        {
          ...{
            coin: 'BTC',
            name: 'Bitcoin',
            algorithm: 'SHA-256',
            networkHashrate: null,
            difficulty: '150000000000000.5',
            mergedWith: null,
          },
          ...{
            blockReward: '3.125',
            blockSeconds: '600',
            price: '80000.1',
            halvesOn: null,
            source: 'typed by us',
            at: TEST_NOW.toISOString(),
          },
        },
        expect.objectContaining({ coin: 'LTC', networkHashrate: '2500000000000000', difficulty: null, halvesOn: '2027-07-30' }),
      ],
    })
    const page = await admin.caller.network.saveCoin(typed)
    expect(page.coins[0]).toMatchObject({
      coin: 'BTC',
      networkHashrate: '1050000000000000000000',
      difficulty: null,
      isTyped: true,
      version: 2,
    })
    const history = await admin.caller.audit.history({ subjectType: 'network', subjectId: 'BTC' })
    expect(history.rows.map(({ action }) => action)).toEqual(['network.coin_saved', 'network.coin_added'])
    expect(history.rows[0]).toMatchObject({
      actor: admin.email,
      before: { networkHashrate: null },
      after: { networkHashrate: '1050000000000000000000' },
    })
  })

  it('are refused by name where they cannot be true, and nothing of them is kept', async () => {
    const refusals: [object, string][] = [
      [{ difficulty: null }, 'networkHashrate'],
      [{ networkHashrate: '1 EH/s' }, 'networkHashrate'],
      [{ algorithm: 'kHeavyHash' }, 'difficulty'],
      [{ price: 0 }, 'price'],
      [{ price: '-5' }, 'price'],
      [{ price: '1e5' }, 'price'],
      [{ price: '12345678901234567890' }, 'price'],
      [{ blockReward: 'three' }, 'blockReward'],
      [{ blockSeconds: '0x10' }, 'blockSeconds'],
      [{ coin: 'B' }, 'coin'],
      [{ coin: 'BTC; DROP' }, 'coin'],
      [{ halvesOn: '2028-02-30' }, 'halvesOn'],
      [{ mergedWith: 'BTC' }, 'mergedWith'],
      [{ mergedWith: 'LTC' }, 'mergedWith'],
      [{ difficulty: Number.NaN }, 'difficulty'],
    ]
    for (const [over, field] of refusals) {
      const refused = await admin.caller.network.saveCoin({ ...bitcoin, ...over }).catch((error: unknown) => error)
      expect(refused, JSON.stringify(over)).toMatchObject({ code: 'BAD_REQUEST' })
      expect(JSON.stringify((refused as { cause?: unknown }).cause), JSON.stringify(over)).toContain(field)
    }
    expect(await shop.db.prisma.networkCoin.count()).toBe(0)
  })

  it('of a coin that comes with another want that other one, of the same work', async () => {
    await admin.caller.network.saveCoin(litecoin)
    await admin.caller.network.saveCoin(bitcoin)
    await admin.caller.network.saveCoin(dogecoin)
    await expect(admin.caller.network.saveCoin({ ...dogecoin, mergedWith: 'BTC' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.caller.network.saveCoin({ ...litecoin, coin: 'BEL', mergedWith: 'DOGE' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(admin.caller.network.saveCoin({ ...litecoin, mergedWith: 'BTC' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // It counts by itself once the other one has gone.
    const page = await admin.caller.network.removeCoin({ coin: 'LTC' })
    expect(page.coins.map(({ coin, mergedWith }) => [coin, mergedWith])).toEqual([
      ['BTC', null],
      ['DOGE', null],
    ])
  })

  it('of an older version, or of a coin that has gone, change nothing', async () => {
    await admin.caller.network.saveCoin(bitcoin)
    await admin.caller.network.saveCoin({ ...bitcoin, price: 1, version: 1 })
    await expect(admin.caller.network.saveCoin({ ...bitcoin, price: 2, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.network.removeCoin({ coin: 'BTC', version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await shop.visitor.network.current()).coins[0]?.price).toBe('1')
    await admin.caller.network.removeCoin({ coin: 'btc', version: 2 })
    await expect(admin.caller.network.removeCoin({ coin: 'BTC' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.caller.network.saveCoin({ ...bitcoin, version: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('stand on assumptions that administrators set', async () => {
    const values = { growthLow: '-1.5', growthHigh: 6.25, poolFee: '1', uptime: '98' }
    const page = await admin.caller.network.saveAssumptions({ values, version: 0 })
    expect(page).toMatchObject({ assumptions: { growthLow: -1.5, growthHigh: 6.25, poolFee: 1, uptime: 98 }, assumptionsVersion: 1 })
    await expect(admin.caller.network.saveAssumptions({ values, version: 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const over of [
      { growthLow: 7 },
      { growthHigh: 101 },
      { poolFee: -1 },
      { uptime: 0 },
      { uptime: 100.001 },
      { poolFee: '' },
      { growthLow: 'a' },
    ])
      await expect(admin.caller.network.saveAssumptions({ values: { ...values, ...over } }), JSON.stringify(over)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    expect((await shop.visitor.network.current()).assumptions.growthHigh).toBe(6.25)
  })

  it('reach pages that are open at once, from plain SQL too', async () => {
    const left = new AbortController()
    const updates = followSite(shop.services.live, ['network'], { signal: left.signal })
    expect((await updates.next()).value).toMatchObject({ changed: { network: { coins: [] } } })
    const next = updates.next()
    await shop.db.prisma.$executeRaw`
      INSERT INTO network_coins (coin, name, algorithm, difficulty, block_reward, block_seconds, price, source)
      VALUES ('BTC', 'Bitcoin', 'SHA-256', 1, 1, 1, 1, 'SQL')`
    expect((await next).value).toMatchObject({ changed: { network: { coins: [{ coin: 'BTC', source: 'SQL' }] } } })
    left.abort()
    await updates.return(undefined)
  })

  it('are written by those who have the right alone, and read by an API key that has that one', async () => {
    const limited = await shop.signIn('admin')
    await admin.caller.users.updateScopes({ userId: limited.userId, scopes: ['network:read', 'settings:write'] })
    await limited.caller.network.all()
    const customer = await shop.signIn('customer')
    for (const denied of [
      () => limited.caller.network.saveCoin(bitcoin),
      () => limited.caller.network.removeCoin({ coin: 'BTC' }),
      () => limited.caller.network.saveAssumptions({ values: defaultAssumptions }),
      () => customer.caller.network.saveCoin(bitcoin),
    ])
      await expect(denied()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(shop.visitor.network.saveCoin(bitcoin)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await shop.db.prisma.networkCoin.count()).toBe(0)
  })

  it('are of so many coins at most', async () => {
    const letters = 'ABCDEFGHIJ'
    const tickers = Array.from({ length: 60 }, (_none, at) => `C${letters[Math.floor(at / 10)]}${letters[at % 10]}`)
    const data = tickers.map((coin) => ({
      coin,
      name: coin,
      algorithm: 'X11',
      difficulty: 1,
      blockReward: 1,
      blockSeconds: 1,
      price: 1,
      source: 'SQL',
    }))
    await shop.db.prisma.networkCoin.createMany({ data })
    await expect(admin.caller.network.saveCoin(bitcoin)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await admin.caller.network.saveCoin({ ...bitcoin, coin: 'CAA' })
  })

  it('the database itself refuses figures that nobody could reckon with', async () => {
    const insert = (over: object) =>
      shop.db.prisma.networkCoin.create({
        data: {
          ...{ coin: 'BTC', name: 'B', algorithm: 'SHA-256', difficulty: 1, blockReward: 1, blockSeconds: 1, price: 1, source: 'SQL' },
          ...over,
        },
      })
    for (const over of [
      { price: 0 },
      { difficulty: 0 },
      { difficulty: null },
      { networkHashrate: 1 },
      { coin: 'btc' },
      { mergedWith: 'BTC' },
      { mergedWith: 'LTC' },
    ])
      await expect(insert(over), JSON.stringify(over)).rejects.toThrow()
  })
})

describe('machines beside each other', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())

  it('are products by their slugs and machines that are taken in by their ids, with what their earnings depend on', async () => {
    const model = { manufacturer: 'Bitmain', name: 'Antminer S21', algorithm: 'SHA-256' }
    const { id: modelId } = await shop.db.prisma.deviceModel.create({ data: model })
    const base = { category: 'ASIC Miners', manufacturer: 'Bitmain', power: '3.5 kW' }
    await shop.db.prisma.product.createMany({
      data: [
        { ...base, name: 'S21 new', model: 'Antminer S21', hashrate: '200 TH/s', price: 2400 },
        { ...base, name: 'Own algorithm', algorithm: 'Scrypt', hashrate: '16 GH/s', price: 0 },
        { ...base, name: 'Cable', hashrate: null, algorithm: 'Scrypt' },
        { ...base, name: 'Hidden', isActive: false, hashrate: '1 TH/s' },
      ],
    })
    const machine = await shop.db.prisma.tradeInMachine.create({
      data: { manufacturer: 'Bitmain', model: 'Antminer S21', hashrate: '195T', powerConsumption: '3500W' },
    })
    expect(machine.modelId).toBe(modelId)
    shop.services.catalogue.changed(null)
    shop.services.live.values.products.changed()
    const { machines } = await shop.visitor.network.compare({ products: ['own-algorithm', 's21-new', 'cable'], machines: [machine.id] })
    expect(machines.map(({ key, kind, name, href, earning }) => ({ key, kind, name, href, earning }))).toEqual([
      {
        key: 'own-algorithm',
        kind: 'product',
        name: 'Own algorithm',
        href: '/products/own-algorithm',
        earning: { algorithm: 'Scrypt', hashrate: 16e9, watts: 3500, price: 0 },
      },
      {
        key: 's21-new',
        kind: 'product',
        name: 'S21 new',
        href: '/products/s21-new',
        earning: { algorithm: 'SHA-256', hashrate: 200e12, watts: 3500, price: 2400 },
      },
      { key: 'cable', kind: 'product', name: 'Cable', href: '/products/cable', earning: null },
      {
        key: machine.id,
        kind: 'trade-in',
        name: 'Bitmain Antminer S21',
        href: null,
        earning: { algorithm: 'SHA-256', hashrate: 195e12, watts: 3500, price: 0 },
      },
    ])
    const gone = await shop.visitor.network.compare({ products: ['hidden', 'nothing'], machines: ['00000000-0000-4000-8000-000000000000'] })
    expect(gone).toEqual({ machines: [] })
    const many = { products: ['a', 'b', 'c'], machines: [machine.id, machine.id] }
    await expect(shop.visitor.network.compare(many)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a product of a shop platform', () => {
  it('has the algorithm of the model that its name has in it', async () => {
    const shop = await openTestShop()
    const models = [
      { manufacturer: 'Bitmain', name: 'Antminer S21', algorithm: 'SHA-256' },
      { manufacturer: 'Bitmain', name: 'Antminer S21 Alpha', algorithm: 'Scrypt' },
      { manufacturer: 'Bitmain', name: 'Antminer S2', algorithm: 'X11' },
    ]
    await shop.db.prisma.deviceModel.createMany({ data: models })
    const algorithm = async (name: string, manufacturer = 'BITMAIN') =>
      (
        await earningOfProduct(shop.services, {
          id: 'gid://shopify/Product/1',
          name,
          manufacturer,
          hashrate: '200 TH/s',
          power: '3500 W',
          price: 1,
        })
      )?.algorithm
    expect(await algorithm('Bitmain Antminer-S21 (200T)')).toBe('SHA-256')
    expect(await algorithm('Antminer S21 Alpha')).toBe('Scrypt')
    expect(await algorithm('Antminer S210')).toBeUndefined()
    expect(await algorithm('Antminer S21', '_itmain')).toBeUndefined()
    expect(await algorithm('Antminer S21', '')).toBeUndefined()
    await shop.close()
  })
})

describe('figures of networks that NETWORK_API_URL answers', () => {
  type Reply = (req: IncomingMessage, res: ServerResponse) => void
  const json =
    (body: unknown, headers: Record<string, string> = {}): Reply =>
    (_req, res) =>
      void res
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))

  let reply: Reply = json(answer())
  const asked: IncomingMessage['headers'][] = []
  let server: Server
  let shop: TestShop
  let now = TEST_NOW
  let networkUrl: string

  beforeAll(async () => {
    server = createServer((req, res) => {
      asked.push(req.headers)
      reply(req, res)
    })
    networkUrl = `http://127.0.0.1:${await listen(server)}/figures.json?key=secret`
    shop = await openTestShop({ db: await openOn('postgres'), networkUrl, now: () => now })
  })
  afterAll(async () => {
    await shop.close()
    await close(server)
  })
  beforeEach(async () => {
    now = TEST_NOW
    reply = json(answer())
    asked.length = 0
    await shop.db.prisma.networkFeed.deleteMany()
    await shop.db.prisma.networkCoin.deleteMany()
  })

  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR_MS)
  }
  const look = (services = shop.services) => lookAtNetwork(services, { withinMs: 300 })
  const feed = async () => (await (await shop.signIn('admin')).caller.network.all()).feed
  const current = async () => {
    await shop.services.live.values.network.refresh()
    return shop.visitor.network.current()
  }

  it('are fetched once a day, with the tag of the last answer, and count from the time that it names', async () => {
    reply = json(answer(), { etag: '"one"' })
    expect(await look()).toBe(DAY_SECONDS)
    expect((await current()).coins.map(({ coin, at, source, mergedWith }) => [coin, at, source, mergedWith])).toEqual([
      ['BTC', '2026-11-20T06:00:00.000Z', 'mempool.space', null],
      ['DOGE', '2026-11-20T06:00:00.000Z', 'mempool.space', 'LTC'],
      ['LTC', '2026-11-20T06:00:00.000Z', 'mempool.space', null],
    ])
    later(23)
    // Another process, or the same after a restart.
    expect(await look()).toBe(3600)
    expect(asked).toHaveLength(1)
    later(1)
    reply = (_req, res) => void res.writeHead(304).end()
    expect(await look()).toBe(DAY_SECONDS)
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect((await feed())?.failure).toBeNull()
    expect((await current()).coins).toHaveLength(3)
  })

  it('leave out coins that the next answer does not name, and keep those that are typed while they are shown', async () => {
    await look()
    const admin = await shop.signIn('admin')
    await admin.caller.network.saveCoin({ ...bitcoin, price: 1 })
    later(25)
    reply = json(answer({ time: '2026-11-21T06:00:00Z', coins: [bitcoin, litecoin] }))
    await look()
    const prices = async () => (await current()).coins.map(({ coin, price, source }) => [coin, price, source])
    expect(await prices()).toEqual([
      ['BTC', '1', 'typed by us'],
      ['LTC', '70', 'mempool.space'],
    ])
    later(25)
    await look()
    expect(await prices()).toEqual([
      ['BTC', '80000.1', 'mempool.space'],
      ['LTC', '70', 'mempool.space'],
    ])
  })

  const shape = 'The answer has another shape: '
  const failures: [string, Reply, string][] = [
    ['of status 500', (_req, res) => void res.writeHead(500).end('a stack trace'), 'Answers with status 500'],
    ['of status 404', (_req, res) => void res.writeHead(404).end(), 'Answers with status 404'],
    ['that sends elsewhere', (_req, res) => void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'Cannot be reached'],
    ['that never comes', () => undefined, 'No whole answer in time'],
    ['that drips', (_req, res) => void res.writeHead(200).write('{'), 'No whole answer in time'],
    ['that is too large', json(answer({ note: 'x'.repeat(300_000) })), 'The answer is larger than 256 kB'],
    ['that is a page', json('<html>'), 'The answer is not JSON'],
    ['of another shape', json([{ coin: 'BTC' }]), shape],
    ['without a time', json(answer({ time: undefined })), `${shape}time`],
    ['of a time to come', json(answer({ time: '2026-11-22T06:00:00Z' })), `${shape}time: in the future`],
    ['without coins', json(answer({ coins: [] })), `${shape}coins`],
    ['with a coin twice', json(answer({ coins: [bitcoin, bitcoin] })), `${shape}coins.1.coin: named twice`],
    ['with a price below nothing', json(answer({ coins: [{ ...bitcoin, price: -1 }] })), `${shape}coins.0.price`],
    ['with a main coin that is missing', json(answer({ coins: [dogecoin] })), `${shape}coins.0.mergedWith`],
    [
      'with a difficulty nobody knows the scale of',
      json(answer({ coins: [{ ...bitcoin, algorithm: 'Blake3' }] })),
      `${shape}coins.0.difficulty`,
    ],
    ['with too many coins', json(answer({ coins: Array(61).fill(bitcoin) })), `${shape}coins`],
  ]
  it.each(failures)('stay as they are after an answer %s, which is asked for again an hour later', async (_name, bad, why) => {
    await look()
    const before = await current()
    later(24)
    reply = bad
    expect(await look()).toBe(3600)
    expect(await current()).toEqual(before)
    const said = await feed()
    expect(said?.failure).toMatch(why)
    expect(JSON.stringify(said)).not.toMatch(/secret|stack trace|html/)
    expect(asked).toHaveLength(2)
    later(0.5)
    expect(await look()).toBe(1800)
    later(0.5)
    reply = json(answer({ time: '2026-11-21T12:00:00Z' }))
    expect(await look()).toBe(DAY_SECONDS)
    expect(asked).toHaveLength(3)
    expect((await feed())?.failure).toBeNull()
  })

  it('are none by an address that nobody serves', async () => {
    expect(await look({ ...shop.services, networkUrl: 'http://127.0.0.1:1/' })).toBe(3600)
    expect((await feed())?.failure).toMatch('Cannot be reached')
    expect(await lookAtNetwork({ ...shop.services, networkUrl: null })).toBe(DAY_SECONDS)
  })

  it('are asked for at once where the address has changed, without the other address’s tag', async () => {
    reply = json(answer(), { etag: '"one"' })
    await look()
    await look({ ...shop.services, networkUrl: `${networkUrl}2` })
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined])
  })

  it('are not asked for again at once by a process that died while it asked', async () => {
    const dying = { ...shop.services, log: shop.services.log }
    reply = (req) => void req.socket.destroy()
    await look(dying)
    // As the row stands while an answer is waited for.
    await shop.db.prisma.networkFeed.update({ where: { id: 1 }, data: { failure: 'No answer yet' } })
    expect(await look()).toBe(3600)
    expect(asked).toHaveLength(1)
  })

  it('estimate nothing once they are 48 hours old, and say since when', async () => {
    await look()
    const machine = earningOf({ hashrate: '200 TH/s', power: '3500W', price: 2400 }, 'SHA-256')
    if (!machine) throw new Error('There is no machine')
    const network = await current()
    const at = (time: string) => machineEarnings(machine, network, { electricity: '0.1', now: Date.parse(time) })
    expect(at('2026-11-22T05:59:59Z').state).toBe('current')
    expect(at('2026-11-22T06:00:00Z')).toEqual({ state: 'stale', at: '2026-11-20T06:00:00.000Z' })
  })
})
