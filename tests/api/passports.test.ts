import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passportClaims, PASSPORT_AUDIENCE, PASSPORT_TYPE, type PassportClaims } from '~/contracts/stock/passports'
import type { MinerReading } from '~/contracts/stock/miners/shape'
import type { Prisma } from '~/generated/prisma/client'
import { verifyPassport as verifyInBrowser } from '~/features/stock/passports/verify-passport'
import type { Services } from '~/server/services'
import { passportKey, passportKeySet } from '~/server/stock/passports/passport-keys'
import { passportAddressOf } from '~/server/stock/passports/issue-passport'
import { passportPicture } from '~/server/stock/passports/public-passport'
import { readSigned } from '~/server/stock/passports/sign-passport'
import { readShop } from '~/server/catalogue/shop/search-shop'
import { publishedKeySet, rotateSigningKey, signingKey } from '~/server/identity/auth/signing-keys'
import { issueSession, verifyAccessToken } from '~/server/identity/auth/tokens'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { verifyPassport } from '../setup/passport-verifier'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * DAY_MS)

let shop: TestShop
let desk: TestShop['visitor']
let anna: Awaited<ReturnType<TestShop['signIn']>>
let ben: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  desk = (await shop.signIn('admin')).caller
  anna = await shop.signIn('customer')
  ben = await shop.signIn('customer')
})
afterAll(() => shop.close())
const keyOf = (services: Services) => services.db.prisma.$transaction((tx) => passportKey(tx, services))

const board = (slot: number, serialNumber: string | null, hashrate = 34.4e12) => ({
  slot,
  hashrate,
  nominalHashrate: null,
  chips: 114,
  expectedChips: 114,
  temperature: 62,
  chipTemperature: 75,
  isMissing: false,
  serialNumber,
})
const miner = (fields: Partial<MinerReading> = {}): MinerReading => ({
  source: 'pyasic',
  make: 'Antminer',
  model: 'S19',
  firmware: 'Stock',
  serialNumber: null,
  readAt: null,
  uptime: 3600,
  isMining: true,
  hashrate: 103.2e12,
  nominalHashrate: 104e12,
  boards: [board(1, 'BOARD-A'), board(2, 'BOARD-B'), board(3, 'BOARD-C')],
  expectedBoards: 3,
  fans: [5000, 5000],
  expectedFans: 2,
  power: 3041,
  powerLimit: null,
  efficiency: null,
  environmentTemperature: null,
  errors: [],
  pools: [{ url: 'stratum+tcp://secret-pool.example:3333', isAlive: true, accepted: 1, rejected: 0 }],
  ...fields,
})

/** A reading of a unit, in a trade-in of it. */
async function reading(unitId: string, data: MinerReading, createdAt = daysAgo(2), { db: { prisma } } = shop) {
  const { id: caseId } = await prisma.tradeIn.create({ data: {}, select: { id: true } })
  await prisma.case.update({ where: { id: caseId }, data: { unitId }, select: { id: true } })
  const json = JSON.parse(JSON.stringify(data)) as Prisma.InputJsonObject
  return prisma.caseReading.create({ data: { caseId, phase: 'after', data: json, createdAt }, select: { id: true } })
}

/** A machine of the company, or one that was sold, as a row. */
async function unit(fields: Partial<Prisma.UnitUncheckedCreateInput> = {}) {
  const row = shop.factories.unit({ manufacturer: 'Bitmain', model: 'Antminer S19', owner: 'company', state: 'ready' })
  return shop.db.prisma.unit.create({ data: { ...row, ...fields } })
}
const sold = async (userId: string | null = null) => {
  const made = await unit({ owner: 'customer', state: 'sold', userId })
  await reading(made.id, miner())
  const { code } = await desk.units.issuePassport({ id: made.id })
  return { ...made, code }
}
const refused = (code: string): unknown => expect.objectContaining({ code })
const keys = () => passportKeySet(shop.services)
const payloadOf = (signed: string): PassportClaims =>
  passportClaims.parse(JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString('utf8')))

describe('a passport', () => {
  /** A machine with everything that the tables can say of one, and with what a passport must not say. */
  async function wholeMachine() {
    const { prisma } = shop.db
    const made = await unit({ userId: null, notes: 'a private note', location: 'Shelf 9-secret', cost: 777.77 })
    const { id: caseId, number } = await (async () => {
      const repair = shop.factories.repair({ userId: anna.userId, status: 'shipped', service: 'hashboard', completedAt: daysAgo(10) })
      const row = await prisma.repair.create({
        data: {
          ...repair,
          problemDescription: 'My cousin dropped it',
          repairNotes: 'inner note',
          diagnosis: 'told the customer',
          warrantyDays: 30,
        },
      })
      await prisma.case.update({ where: { id: row.id }, data: { unitId: made.id } })
      return { id: row.id, number: row.repairNumber }
    })()
    const type = shop.factories.partType({ name: 'Hashboard S19', kind: 'hashboard' })
    await prisma.partType.create({ data: type })
    const part = await prisma.part.create({ data: shop.factories.part(type, { serialNumber: 'BOARD B' }) })
    await prisma.installation.create({ data: { partId: part.id, unitId: made.id, slot: 'board 1', installedAt: daysAgo(11), caseId } })
    const { id: readingId } = await reading(made.id, miner())
    await prisma.readingBoard.createMany({
      data: [
        { readingId, unitId: made.id, slot: 0, serialNumber: 'BOARD-A', verdict: 'same' },
        { readingId, unitId: made.id, slot: 1, serialNumber: 'BOARD-B', verdict: 'swapped_here' },
        { readingId, unitId: made.id, slot: 2, serialNumber: 'BOARD-C', verdict: 'foreign', answer: 'swapped before us' },
      ],
    })
    // Of another machine: never told, though it is newer.
    await reading(made.id, miner({ serialNumber: 'OTHERMACHINE1', hashrate: 1e12 }), daysAgo(1))
    await prisma.refurbishment.create({
      data: {
        unitId: made.id,
        loadTestFrom: new Date('2026-11-17T10:00:00Z'),
        loadTestUntil: new Date('2026-11-17T12:30:00Z'),
        safetyTestedOn: new Date('2026-11-18'),
        safetyPassed: true,
        safetyReference: 'PAT 4711',
      },
    })
    return { ...made, number }
  }

  it('says what the record says of the machine, and nothing of owners, prices, pools, places or other machines', async () => {
    const machine = await wholeMachine()
    const { code, address } = await desk.units.issuePassport({ id: machine.id })
    expect(code).toMatch(/^[\w-]{22}$/)
    expect(address).toBe(`http://localhost:3000/passport/${code}`)
    const passport = await shop.visitor.units.passport({ code })
    expect(passport.content).toEqual({
      unitNumber: machine.unitNumber,
      manufacturer: 'Bitmain',
      model: 'Antminer S19',
      serialNumber: machine.serialNumber,
      nominal: expect.anything() as unknown,
      measured: {
        on: '2026-11-18',
        hashrate: 103.2e12,
        power: 3041,
        efficiency: 29.5,
        boards: [
          {
            slot: 1,
            serialNumber: 'BOARD-A',
            origin: 'original',
            since: null,
            hashrate: 34.4e12,
            chips: 114,
            expectedChips: 114,
            temperature: 75,
          },
          {
            slot: 2,
            serialNumber: 'BOARD-B',
            origin: 'replaced',
            since: '2026-11-09',
            hashrate: 34.4e12,
            chips: 114,
            expectedChips: 114,
            temperature: 75,
          },
          {
            slot: 3,
            serialNumber: 'BOARD-C',
            origin: 'swapped_before',
            since: null,
            hashrate: 34.4e12,
            chips: 114,
            expectedChips: 114,
            temperature: 75,
          },
        ],
      },
      parts: [{ slot: 'Board 2', name: 'Hashboard S19', on: '2026-11-09' }],
      tests: [
        { kind: 'safety', on: '2026-11-18', passed: true, reference: 'PAT 4711' },
        { kind: 'load', on: '2026-11-17', minutes: 150 },
      ],
      repairs: [{ on: '2026-11-10', what: 'Hashboard repair', parts: ['Hashboard S19'] }],
      warrantyUntil: '2026-12-10',
      saleWarranty: null,
      pictures: [],
    })
    expect(passport).toMatchObject({ warrantyDaysLeft: 20, isClaimed: false, isMine: false, isClaimable: false, revoked: null })
    const told = JSON.stringify([passport, payloadOf(passport.signed ?? '')])
    for (const secret of [
      'cousin',
      'inner note',
      'told the customer',
      'private note',
      'Shelf 9',
      '777',
      'secret-pool',
      'OTHERMACHINE1',
      anna.userId,
      anna.email,
      machine.number,
      machine.id,
    ])
      expect(told).not.toContain(secret)
  })

  it('is asked for in vain by a code that nobody has, and so many times by one network', async () => {
    await expect(shop.visitor.units.passport({ code: 'x'.repeat(22) })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(desk.units.passports({ id: randomUUID() })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(desk.units.issuePassport({ id: randomUUID() })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(desk.units.revokePassport({ id: randomUUID(), reason: 'Wrong' })).rejects.toEqual(refused('NOT_FOUND'))
    const far = shop.callerOf(null, { client: { ip: '192.0.2.77', userAgent: null } })
    const codes = Array.from({ length: shop.services.limits.most('passportTries') }, (_, place) => `try-${place}`)
    for (const code of codes) await expect(far.units.passport({ code })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(far.units.passport({ code: 'one more' })).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
  })

  it('shows pictures that the desk has chosen among its own, and no customer’s', async () => {
    const { prisma } = shop.db
    const machine = await unit()
    const repair = await prisma.repair.create({ data: shop.factories.repair({}) })
    await prisma.case.update({ where: { id: repair.id }, data: { unitId: machine.id } })
    const file = {
      caseId: repair.id,
      kind: 'picture' as const,
      contentType: 'image/jpeg',
      bytes: 3,
      sha256: 'ab'.repeat(32),
      storageKey: 'k',
    }
    const ours = await prisma.caseFile.create({ data: { ...file, name: 'Front.jpg' } })
    const theirs = await prisma.caseFile.create({ data: { ...file, name: 'Kitchen.jpg', fromCustomer: true } })
    const { pictures } = await desk.units.passports({ id: machine.id })
    expect(pictures.map(({ id, caseNumber }) => [id, caseNumber])).toEqual([[ours.id, repair.repairNumber]])
    await expect(desk.units.issuePassport({ id: machine.id, pictures: [theirs.id] })).rejects.toEqual(refused('BAD_REQUEST'))
    const { code } = await desk.units.issuePassport({ id: machine.id, pictures: [ours.id] })
    const shown = await shop.visitor.units.passport({ code })
    expect(shown.pictures).toMatchObject([{ id: ours.id, address: expect.stringContaining(code) as unknown }])
    expect(JSON.stringify(shown)).not.toContain('Front.jpg')
    const call = { ...shop.services, client: { ip: null } }
    const sent = (fileId: string) => passportPicture(call, { code, fileId })
    expect([await sent(ours.id), await sent(theirs.id)]).toMatchObject([{ id: ours.id, storageKey: 'k' }, null])
    await prisma.passport.update({ where: { code }, data: { revokedAt: TEST_NOW } })
    expect(await sent(ours.id)).toBeNull()
  })
})

describe('its signature', () => {
  it('is checked by the key set alone, by a program of its own, and not after any byte has changed', async () => {
    const { code } = await sold()
    const { signed } = await shop.visitor.units.passport({ code })
    const text = signed ?? ''
    const set = await keys()
    expect(verifyPassport(text, set)).toMatchObject({ code })
    // All bits of all bytes in the full run; here a sample of all parts of it.
    const isFull = process.env.TEST_SUITE === 'full'
    const places = new Set([0, text.length - 1, text.indexOf('.'), text.lastIndexOf('.')])
    for (let place = 0; place < text.length; place += isFull ? 1 : 37) places.add(place)
    for (const place of places) {
      const flipped = (bit: number) => {
        const bytes = Buffer.from(text, 'latin1')
        bytes[place] = (bytes[place] ?? 0) ^ bit
        return bytes.toString('latin1')
      }
      for (const bit of isFull ? [1, 2, 4, 8, 16, 32, 64, 128] : [1, 32])
        expect(verifyPassport(flipped(bit), set), `byte ${place}`).toBeNull()
      expect(await readSigned(shop.services, flipped(1)), `byte ${place}`).toBeNull()
      expect((await verifyInBrowser(flipped(1), set)).kind, `byte ${place}`).not.toBe('signed')
    }
    expect(await verifyInBrowser(`${text}\n`, set)).toMatchObject({ kind: 'signed', claims: { code } })
    expect([verifyPassport(text, []), await verifyInBrowser(text, [])]).toEqual([null, { kind: 'unknown key' }])
  }, 120_000)

  it('holds when the keys of sessions rotate and when the secret was changed, and a new passport has a new key then', async () => {
    const { code } = await sold()
    const { signed } = await shop.visitor.units.passport({ code })
    await rotateSigningKey(shop.services)
    const changed = { ...shop.services, secret: 'another secret, since the first was lost' }
    const [one, two] = await Promise.all([keyOf(changed), keyOf(changed)])
    const old = await keyOf(shop.services)
    expect(one.kid).toBe(two.kid)
    expect(one.kid).not.toBe(old.kid)
    const set = await keys()
    expect(set.map(({ kid }) => kid).sort()).toEqual([one.kid, old.kid].sort())
    for (const key of set) expect(Object.keys(key).sort()).toEqual(['crv', 'kid', 'kty', 'x', 'y'])
    expect(verifyPassport(signed ?? '', set)).toMatchObject({ code })
    expect(await readSigned(changed, signed ?? '')).toMatchObject({ code })
  })

  it('makes no session, and a session makes no passport', async () => {
    const { code } = await sold()
    const { signed } = await shop.visitor.units.passport({ code })
    const session = await issueSession(shop.services, anna.sessionId)
    expect(await verifyAccessToken(shop.services, signed ?? '')).toBeNull()
    expect(await readSigned(shop.services, session.accessToken)).toBeNull()
    const site = shop.services.siteUrl
    const claims = { session_id: anna.sessionId, role: 'admin', aal: 'aal2', amr: [] }
    const token = (typ: string, audience: string, kid: string) =>
      new SignJWT({ ...claims, ...payloadOf(signed ?? ''), aud: audience })
        .setProtectedHeader({ alg: 'ES256', typ, kid })
        .setIssuer(site)
        .setSubject(anna.userId)
        .setExpirationTime(Math.floor(TEST_NOW.getTime() / 1000) + 60)
    const ofPassports = await keyOf(shop.services)
    const ofSessions = await signingKey(shop.services)
    // Each key is of one kind alone, whatever it has signed.
    expect(await verifyAccessToken(shop.services, await token('JWT', site, ofPassports.kid).sign(ofPassports.privateKey))).toBeNull()
    expect(
      await readSigned(shop.services, await token(PASSPORT_TYPE, PASSPORT_AUDIENCE, ofSessions.kid).sign(ofSessions.privateKey)),
    ).toBeNull()
    // So is each type and audience.
    expect(await verifyAccessToken(shop.services, await token(PASSPORT_TYPE, site, ofSessions.kid).sign(ofSessions.privateKey))).toBeNull()
    expect(await readSigned(shop.services, await token('JWT', PASSPORT_AUDIENCE, ofPassports.kid).sign(ofPassports.privateKey))).toBeNull()
    expect(await readSigned(shop.services, await token(PASSPORT_TYPE, site, ofPassports.kid).sign(ofPassports.privateKey))).toBeNull()
    expect(
      await readSigned(shop.services, await token(PASSPORT_TYPE, PASSPORT_AUDIENCE, ofPassports.kid).sign(ofPassports.privateKey)),
    ).not.toBeNull()
    const sessionKeys = (await publishedKeySet(shop.services)).keys.map(({ kid }) => kid)
    expect(sessionKeys).not.toContain(ofPassports.kid)
  })

  it('counts for the code that it was made for alone', async () => {
    const one = await sold()
    const two = await sold()
    const { signed } = await shop.visitor.units.passport({ code: one.code })
    await shop.db.prisma.passport.update({ where: { code: two.code }, data: { signed: signed ?? '' } })
    expect(await shop.visitor.units.passport({ code: two.code })).toMatchObject({ content: null, signed: null })
  })
})

describe('revoking', () => {
  it('says why, shows nothing any more, and stays as it was first said', async () => {
    const { id, code } = await sold()
    const [issued] = (await desk.units.passports({ id })).issued
    await desk.units.revokePassport({ id: issued?.id ?? '', reason: 'The reading was of another machine' })
    await desk.units.revokePassport({ id: issued?.id ?? '', reason: 'Another reason' })
    const shown = await shop.visitor.units.passport({ code })
    expect(shown).toMatchObject({ content: null, signed: null, revoked: { at: TEST_NOW, reason: 'The reading was of another machine' } })
    await expect(anna.caller.units.claim({ code })).rejects.toEqual(refused('CONFLICT'))
    expect(await passportAddressOf(shop.services, id)).toBeNull()
    const kinds = (await desk.units.timeline({ id, limit: 50 })).rows.filter(({ kind }) => kind === 'passport')
    expect(kinds.map(({ detail }) => detail)).toMatchObject([{ event: 'revoked' }, { event: 'issued' }])
  })

  it('comes with a newer passport, of whichever of the machine’s records', async () => {
    const first = await sold()
    const { code } = await desk.units.issuePassport({ id: first.id })
    expect((await shop.visitor.units.passport({ code: first.code })).revoked?.reason).toContain('newer passport')
    expect(await passportAddressOf(shop.services, first.id)).toBe(`http://localhost:3000/passport/${code}`)
  })
})

describe('claiming', () => {
  it('makes somebody who is signed in the owner of a machine that is in nobody’s account, and again after a release', async () => {
    const { id, code } = await sold()
    await expect(shop.visitor.units.claim({ code })).rejects.toEqual(refused('UNAUTHORIZED'))
    expect(await ben.caller.units.passport({ code })).toMatchObject({ isClaimable: true, isMine: false, mustAsk: false })
    const both = await Promise.all([ben.caller.units.claim({ code }), anna.caller.units.claim({ code })])
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['waiting', 'yours'])
    const [winner, loser] = both[0].outcome === 'yours' ? [ben, anna] : [anna, ben]
    expect(await winner.caller.units.claim({ code })).toMatchObject({ unitNumber: expect.any(String) as unknown, outcome: 'yours' })
    expect((await desk.units.byId({ id })).userId).toBe(winner.userId)
    expect(await winner.caller.units.passport({ code })).toMatchObject({ isMine: true, isClaimed: true, isClaimable: false })
    await expect(loser.caller.units.release({ code })).rejects.toEqual(refused('CONFLICT'))
    await winner.caller.units.release({ code })
    expect((await desk.units.byId({ id })).userId).toBeNull()
    expect(await loser.caller.units.claim({ code })).toMatchObject({ outcome: 'yours' })
    expect((await desk.units.byId({ id })).userId).toBe(loser.userId)
  })

  it('is of machines that are sold alone: not of the shop’s own, nor of one that is here', async () => {
    for (const fields of [
      { state: 'listed' },
      { owner: 'customer', state: 'quarantined' },
      { owner: 'customer', state: 'scrapped' },
    ] as const) {
      const made = await unit(fields)
      const { code } = await desk.units.issuePassport({ id: made.id })
      expect((await anna.caller.units.passport({ code })).isClaimable).toBe(false)
      await expect(anna.caller.units.claim({ code }), fields.state).rejects.toEqual(refused('CONFLICT'))
      expect((await desk.units.byId({ id: made.id })).userId).toBeNull()
    }
    await expect(anna.caller.units.claim({ code: 'nobody has it' })).rejects.toEqual(refused('NOT_FOUND'))
  })
})

describeOnEngines('the card of a product on %s', (engine) => {
  it('says what was measured of its listed units, and follows', async () => {
    const own = await openTestShop({ db: await openOn(engine) })
    const admin = await own.signIn('admin')
    const product = await own.db.prisma.product.create({ data: own.factories.product({ isActive: true }) })
    const listed = async (hashrate: number, power: number | null) => {
      const row = own.factories.unit({ owner: 'company', state: 'listed', productId: product.id })
      const { id } = await own.db.prisma.unit.create({ data: row })
      await reading(id, miner({ hashrate, power }), daysAgo(1), own)
      return id
    }
    const measured = async () => (await readShop(own.services)).products.find(({ id }) => id === product.id)?.measured
    const soon = (text: string | undefined) => expect.poll(measured, { timeout: 1_000 }).toBe(text)
    const one = await listed(103.2e12, 3041)
    await soon(undefined)
    const { code } = await admin.caller.units.issuePassport({ id: one })
    await soon('103.2 TH/s, 3,041 W')
    const two = await listed(101.96e12, 3102)
    await admin.caller.units.issuePassport({ id: two })
    await soon('102 TH/s to 103.2 TH/s, 3,041 W to 3,102 W')
    await own.db.prisma.unit.update({ where: { id: two }, data: { state: 'ready' } })
    await soon('103.2 TH/s, 3,041 W')
    await own.db.prisma.$executeRaw`UPDATE passports SET revoked_at = now() WHERE code = ${code}`
    await soon(undefined)
    await own.close()
  })
})
