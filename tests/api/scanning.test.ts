import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labelsAddress } from '~/contracts/stock/scanning'
import * as labelsRoute from '~/pages/api/labels'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** Labels, and what is found and counted by scanning them. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let routes: Awaited<ReturnType<typeof serveRoutes>>
let headers: Record<string, string>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
  routes = await serveRoutes(shop, [{ path: /^\/api\/labels$/, module: labelsRoute }])
  headers = await routes.signedIn(admin.sessionId)
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const desk = () => admin.caller
let place = 0
const newType = () => desk().parts.createType({ name: `Board ${++place}`, kind: 'hashboard' })

describe('a code', () => {
  it('finds a machine and a part by number and serial number as they are typed, and by what is on their labels', async () => {
    const unit = await desk().units.create({ manufacturer: 'Bitmain', model: 'S19', serialNumber: 'SCAN 0I0' })
    const type = await newType()
    const part = await desk().parts.create({ typeId: type.id, serialNumber: 'HB-SCAN-10' })
    const digits = unit.unitNumber.slice(2)
    const typed = `u ${digits.replaceAll('0', 'o').replaceAll('1', 'l')}`
    for (const code of [unit.unitNumber, typed, 'scan oio', `https://shop.example/admin/units/${unit.unitNumber}`])
      expect(
        (await desk().units.find({ code })).map(({ id }) => id),
        code,
      ).toEqual([unit.id])
    for (const code of [part.partNumber.toLowerCase(), 'hbscanio', `https://shop.example/admin/scan?code=${part.partNumber}`]) {
      expect(
        (await desk().parts.find({ code })).map(({ id }) => id),
        code,
      ).toEqual([part.id])
      expect(await desk().admin.scan({ code }), code).toEqual({ noun: 'parts', id: part.id, title: part.partNumber, detail: type.name })
    }
    await shop.db.prisma.passport.create({ data: { unitId: unit.id, code: 'a-code-of-a-passport', content: {} } })
    expect(await desk().admin.scan({ code: 'https://shop.example/passport/a-code-of-a-passport' })).toMatchObject({
      title: unit.unitNumber,
    })
    for (const code of ['nothing has it', 'LOC:Shelf B3', 'https://[', '%'])
      expect([await desk().units.find({ code }), await desk().parts.find({ code })], code).toEqual([[], []])
    await expect(desk().units.find({ code: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('of a serial number that two makers have names both machines', async () => {
    const two = await Promise.all(
      ['Bitmain', 'MicroBT'].map((manufacturer) => desk().units.create({ manufacturer, model: 'X', serialNumber: 'TWICE-77' })),
    )
    expect((await desk().units.find({ code: 'twice77' })).map(({ id }) => id).toSorted()).toEqual(two.map(({ id }) => id).toSorted())
  })
})

describe('the things of a place', () => {
  it('are those with its whole name in any case, whatever signs it has', async () => {
    const type = await newType()
    const at = (location: string) => desk().parts.create({ typeId: type.id, location })
    const part = await at('Shelf 100%_a')
    await at('Shelf 100%_ab')
    await at('Shelf 100xya')
    const unit = await desk().units.create({ model: 'S19', location: 'SHELF 100%_A' })
    const location = 'shelf 100%_A'
    expect((await desk().parts.list({ location })).rows.map(({ id }) => id)).toEqual([part.id])
    const found = await desk().units.list({ location })
    expect([found.rows.map(({ id }) => id), found.matching]).toEqual([[unit.id], 1])
  })
})

describe('a count by scanning', () => {
  it('writes off what was not scanned, with its serial number, and never what was', async () => {
    const { id: typeId } = await newType()
    const part = async (serialNumber?: string) => (await desk().parts.create({ typeId, ...(serialNumber && { serialNumber }) })).id
    const [oldest, seen, gone] = [await part(), await part('SEEN-1'), await part('GONE-1')]
    const count = (counted: number, expected: number, scanned: string[]) =>
      desk().parts.count({ typeId, counted, expected, reason: 'Counted by scanning', seen: scanned })
    const { writtenOff } = await count(2, 3, [oldest, seen])
    expect(writtenOff).toEqual([(await desk().parts.byId({ id: gone })).partNumber])
    // One more is there that nobody could scan: which of the others it is, nobody knows.
    await part()
    await part('ANOTHER-2')
    const left = await count(3, 4, [seen])
    expect(left.writtenOff).toEqual([(await desk().parts.byId({ id: oldest })).partNumber])
    expect(left.type.inStock).toBe(3)
    await expect(count(0, 3, [seen])).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('labels', () => {
  const ask = (address: string, given: RequestInit = { headers }) => fetch(`${routes.url}${address}`, given)

  it('are one PDF of what was asked for, in its order, and tell nobody whose a machine is', async () => {
    const customer = await shop.signIn('customer')
    const make = (serialNumber: string) =>
      desk().units.create({ manufacturer: 'Bitmain', model: 'S19', serialNumber, userId: customer.userId, notes: 'secret note' })
    const [first, second] = [await make('LABEL-1'), await make('LABEL-2')]
    const type = await newType()
    const part = await desk().parts.create({ typeId: type.id })
    const address = labelsAddress({ unit: [second.unitNumber, first.unitNumber], part: [part.partNumber], place: ['Shelf B3', 'Полка'] })
    const answer = await ask(address)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    const { text, totalPages } = await extractText(new Uint8Array(await answer.arrayBuffer()))
    expect(totalPages).toBe(5)
    const words = [second.unitNumber, 'LABEL-2', first.unitNumber, part.partNumber, type.name, 'Shelf B3', 'Полка']
    for (const word of words) expect(text.join(' ')).toContain(word)
    expect(text[0]).toContain(second.unitNumber)
    expect(text.join(' ')).not.toMatch(new RegExp(`secret|${customer.email}`))
  })

  it('of rows by plain SQL are printed too', async () => {
    const [row] = await shop.db.prisma.$queryRaw<{ number: string }[]>`
      INSERT INTO units (unit_number, model, serial_number) VALUES (E'A/B "ü" <1>', repeat('long ', 100), E'\u202e\u0001') RETURNING unit_number AS number`
    expect((await ask(labelsAddress({ unit: [row?.number ?? ''] }))).status).toBe(200)
  })

  it('are for administrators who may read what they are of', async () => {
    const unit = await desk().units.create({ model: 'S19' })
    const address = labelsAddress({ unit: [unit.unitNumber] })
    const customer = await shop.signIn('customer')
    expect((await ask(address, {})).status).toBe(401)
    expect((await ask(address, { headers: await routes.signedIn(customer.sessionId) })).status).toBe(403)
    const bench = await shop.signIn('admin')
    await desk().users.updateScopes({ userId: bench.userId, scopes: ['parts:read'] })
    const theirs = { headers: await routes.signedIn(bench.sessionId) }
    expect((await ask(address, theirs)).status).toBe(403)
    expect((await ask(labelsAddress({ place: ['Shelf'] }), theirs)).status).toBe(200)
    expect((await ask(address, { headers, method: 'POST' })).status).toBe(405)
    for (const [wrong, status] of [
      [labelsAddress({ unit: ['U-0'] }), 404],
      [labelsAddress({ part: ['U-0'] }), 404],
      [labelsAddress({}), 400],
      [labelsAddress({ place: Array.from({ length: 201 }, (_, index) => `Shelf ${index}`) }), 400],
      [labelsAddress({ place: ['x'.repeat(201)] }), 400],
    ] as const)
      expect((await ask(wrong)).status, wrong.slice(0, 60)).toBe(status)
  })
})
