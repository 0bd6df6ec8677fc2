import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestOutcome } from '~/contracts/cases/requests'
import type { RouterInputs } from '~/trpc/client'
import * as uploadRoute from '~/pages/api/request-files'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { addRequestFile, requestRoom } from '~/server/cases/intake/request-draft'
import { createFolderStore } from '~/server/platform/files/folder-store'
import { hashToken } from '~/server/platform/secrets'
import { antminer } from '../setup/miner-samples'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const DAY = 24 * 60 * 60 * 1000

let shop: TestShop
let folder: string
let now = TEST_NOW
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let count = 0

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'request-files-'))
  shop = await openTestShop({ now: () => now, files: createFolderStore(path.join(folder, 'files')) })
  routes = await serveRoutes(shop, [{ path: /^\/api\/request-files$/, module: uploadRoute }])
  admin = await shop.signIn('admin')
})
beforeEach(() => {
  now = TEST_NOW
  shop.emails.length = 0
  shop.services.onlineRequests = true
})
afterAll(async () => {
  await routes.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const someone = () => ({ fullName: 'Ada Byron', email: `customer${(count += 1)}@example.com`, phone: '+44 20 7946 0000' })
const newDraft = () => (count += 1).toString(16).padStart(32, '0')
const machine = (values: object = {}) =>
  shop.db.prisma.tradeInMachine.create({ data: { ...shop.factories.machine(), isActive: true, ...values } })
const repair = (more: Partial<RouterInputs['repairs']['request']> = {}) => ({
  service: 'hashboard' as const,
  deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'SN-1' },
  issues: ['A hashboard is not found'],
  problemDescription: 'Since the move.',
  isExpedited: true,
  ...more,
})
const linkIn = (to: string) =>
  /#confirm=([\w-]{43})/.exec(shop.emails.find(({ text, ...email }) => email.to === to && text.includes('#confirm='))?.text ?? '')?.[1] ??
  ''
const opened = (outcome: RequestOutcome) => {
  if (outcome.state !== 'opened') throw new Error('The request still waits')
  return outcome
}
const fieldsOf = (error: unknown) =>
  (error as { cause?: { issues?: { path: string[] }[] } }).cause?.issues?.map((issue) => issue.path.join('.'))

async function upload(draft: string, noun: string, body: Uint8Array<ArrayBuffer> | string, kind = 'picture') {
  const answer = await fetch(
    `${routes.url}/api/request-files?${new URLSearchParams({ noun, draft, kind, name: 'front.jpg' }).toString()}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body,
    },
  )
  return { status: answer.status, ...((await answer.json()) as { file?: { id: string }; message?: string }) }
}
const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f59e0b' } })
      .jpeg()
      .toBuffer(),
  )

describe('a request without an account', () => {
  it('gets its email again, by the same link, or at another address, whose link alone works then', async () => {
    const customer = someone()
    const draft = newDraft()
    await shop.visitor.repairs.request({ ...repair(), customer, draft })
    const first = linkIn(customer.email)
    shop.emails.length = 0
    expect(await shop.visitor.cases.resendRequest({ draft })).toEqual({ state: 'waiting', noun: 'repairs', email: customer.email })
    expect(linkIn(customer.email)).toBe(first)
    const other = someone().email
    expect(await shop.visitor.cases.resendRequest({ draft, email: other })).toMatchObject({ email: other })
    await expect(shop.visitor.cases.confirmRequest({ token: first })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    opened(await shop.visitor.cases.confirmRequest({ token: linkIn(other) }))
    // Confirmed, it is sent nowhere any more; nor is one that nobody has sent.
    await expect(shop.visitor.cases.resendRequest({ draft })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(shop.visitor.cases.resendRequest({ draft: newDraft() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('says at once how its link stands, and changes nothing by that', async () => {
    const customer = someone()
    await shop.visitor.repairs.request({ ...repair(), customer })
    const token = linkIn(customer.email)
    const stateOf = async (link: string) => (await shop.visitor.cases.readRequestLink({ token: link })).state
    expect([await stateOf(token), await stateOf(`${token.slice(0, -1)}_`)]).toEqual(['waiting', 'unknown'])
    expect(await shop.db.prisma.repair.count({ where: { user: { email: customer.email } } })).toBe(0)
    now = new Date(TEST_NOW.getTime() + 8 * DAY)
    expect(await shop.visitor.cases.readRequestLink({ token })).toEqual({
      state: 'expired',
      message: 'This request was not confirmed within 7 days, so we have deleted it.',
    })
    now = TEST_NOW
    const { cases, sendTo } = opened(await shop.visitor.cases.confirmRequest({ token }))
    expect(await stateOf(token)).toBe('confirmed')
    expect(sendTo).not.toBeNull()
    // Opened again when the machine is here: nothing is to be sent.
    await shop.db.prisma.repair.update({ where: { id: cases[0]?.id ?? '' }, data: { status: 'repairing' } })
    expect(opened(await shop.visitor.cases.confirmRequest({ token }))).toMatchObject({ cases: [{ id: cases[0]?.id }], sendTo: null })
    shop.services.onlineRequests = false
    await expect(shop.callerOf(null).cases.readRequestLink({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is nothing at the desk until the owner of the address presses the button, and one repair however often', async () => {
    const customer = someone()
    const known = await shop.signIn('customer')
    const first = await shop.visitor.repairs.request({ ...repair(), customer })
    const second = await shop.visitor.repairs.request({ ...repair(), customer: { ...customer, email: known.email } })
    expect(first).toEqual({ state: 'waiting', noun: 'repairs', email: customer.email })
    expect(second).toEqual({ state: 'waiting', noun: 'repairs', email: known.email })
    expect(shop.emails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Confirm your request/),
      expect.stringMatching(/^Confirm your request/),
    ])
    // Nothing of what anybody may have typed.
    for (const { text } of shop.emails) expect(text).not.toMatch(/Ada|Antminer|move/)
    expect(await shop.db.prisma.repair.count({ where: { user: { email: { in: [customer.email, known.email] } } } })).toBe(0)
    expect(await shop.db.prisma.user.count({ where: { email: customer.email } })).toBe(0)

    const token = linkIn(customer.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.visitor.cases.confirmRequest({ token })))
    const [answer] = answers
    expect(new Set(answers.map((each) => opened(each).cases[0]?.number)).size).toBe(1)
    const user = await shop.db.prisma.user.findUniqueOrThrow({
      where: { email: customer.email },
      include: { profile: true, repairs: true },
    })
    expect(user).toMatchObject({ passwordHash: null, emailVerifiedAt: null, profile: { fullName: 'Ada Byron', phone: customer.phone } })
    expect(user.repairs).toMatchObject([
      {
        repairNumber: answer && opened(answer).cases[0]?.number,
        status: 'received',
        service: 'hashboard',
        isExpedited: true,
        problemDescription: '- A hashboard is not found\n\nSince the move.',
      },
    ])
    const received = shop.emails.filter(({ to, subject }) => to === customer.email && subject.startsWith('Your repair request'))
    expect(received).toHaveLength(1)
    expect(received[0]?.text).toContain('You have asked for it to be expedited: we take it first')
    expect(received[0]?.attachments).toMatchObject([
      { contentType: 'application/pdf', name: expect.stringMatching(/^packing-slip/) as string },
    ])

    const of = { noun: 'repairs' as const, id: user.repairs[0]?.id ?? '' }
    const { rows } = await admin.caller.cases.timeline(of)
    expect(rows.find(({ kind }) => kind === 'change')).toMatchObject({ actor: customer.email, detail: { action: 'repair.requested' } })
    expect(await admin.caller.cases.requested(of)).toMatchObject({ fullName: 'Ada Byron', isExpedited: true, size: 1, arrivedAt: null })
    expect(await shop.db.prisma.repair.count({ where: { userId: known.userId } })).toBe(0)
  })

  it('goes after seven days, with its pictures, and its link with it', async () => {
    const customer = someone()
    const draft = newDraft()
    const { file } = await upload(draft, 'repairs', await picture())
    await shop.visitor.repairs.request({ ...repair(), customer, draft, files: [{ id: file?.id ?? '' }] })
    const { storageKey } = await shop.db.prisma.caseFile.findUniqueOrThrow({ where: { id: file?.id ?? '' } })
    now = new Date(TEST_NOW.getTime() + 7 * DAY + 1)
    await expect(shop.visitor.cases.confirmRequest({ token: linkIn(customer.email) })).rejects.toThrow('has long expired')
    await removeExpired(shop.services)
    expect(await shop.db.prisma.caseRequest.count({ where: { email: customer.email } })).toBe(0)
    expect(await shop.db.prisma.fileRemoval.count({ where: { key: storageKey } })).toBe(1)
  })

  it('goes to the account of the address only when its owner has confirmed it, and never by the name of somebody else’s sign-up', async () => {
    const customer = someone()
    const attacker = { email: customer.email, fullName: 'Mallory', password: 'a password of an attacker 1' }
    await shop.visitor.auth.signUp(attacker)
    await shop.visitor.repairs.request({ ...repair(), customer })
    await shop.visitor.cases.confirmRequest({ token: linkIn(customer.email) })
    const user = await shop.db.prisma.user.findUniqueOrThrow({
      where: { email: customer.email },
      include: { profile: true, repairs: true },
    })
    expect(user).toMatchObject({ emailVerifiedAt: null, passwordHash: null, profile: { fullName: 'Ada Byron' } })
    expect(user.repairs).toHaveLength(1)
    await expect(shop.visitor.auth.signIn({ email: customer.email, password: attacker.password })).rejects.toThrow()
  })

  it('is sent once for one key, and refused beyond the limits of an address; a program that fills in what nobody sees hears the same', async () => {
    const customer = someone()
    const idempotencyKey = 'a-key-of-the-browser'
    const input = { ...repair(), customer, idempotencyKey }
    await Promise.all([shop.visitor.repairs.request(input), shop.visitor.repairs.request(input)])
    expect(await shop.db.prisma.caseRequest.count({ where: { email: customer.email } })).toBe(1)
    expect(shop.emails).toHaveLength(1)
    const robot = someone()
    expect(await shop.visitor.repairs.request({ ...repair(), customer: robot, website: 'https://spam.example' })).toEqual({
      state: 'waiting',
      noun: 'repairs',
      email: robot.email,
    })
    expect(await shop.db.prisma.caseRequest.count({ where: { email: robot.email } })).toBe(0)
    const network = shop.callerOf(null, { client: { ip: '198.51.100.7', userAgent: null } })
    const again = { ...repair(), customer: someone() }
    for (let each = 0; each < 5; each += 1) await network.repairs.request(again)
    await expect(network.repairs.request(again)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await shop.db.prisma.caseRequest.count({ where: { email: again.customer.email } })).toBe(5)
  })

  it('keeps the value of a machine that is taken no more when its email is opened', async () => {
    const customer = someone()
    const one = await machine({ baseValueGood: 640 })
    await shop.visitor.tradeIns.request({ machines: [{ machineId: one.id, grade: 'good' }], customer })
    await shop.db.prisma.tradeInMachine.update({ where: { id: one.id }, data: { isActive: false, baseValueGood: 10 } })
    const token = linkIn(customer.email)
    expect(opened(await shop.visitor.cases.confirmRequest({ token })).cases).toMatchObject([{ value: 640 }])
    await expect(shop.visitor.tradeIns.request({ machines: [{ machineId: one.id, grade: 'good' }], customer })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('needs a name and an address, and is refused where nothing is taken online', async () => {
    const missing = await shop.visitor.repairs.request(repair()).catch((error: unknown) => error)
    expect(fieldsOf(missing)).toEqual(['customer'])
    const customer = await shop.signIn('customer')
    shop.services.onlineRequests = false
    const visitor = shop.callerOf(null)
    await expect(visitor.repairs.request({ ...repair(), customer: someone() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(visitor.cases.confirmRequest({ token: 'any' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(visitor.tradeIns.request({ machines: [{ machineId: (await machine()).id, grade: 'good' }] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(visitor.cases.removeRequestFile({ draft: newDraft(), id: customer.userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(shop.callerOf(customer.sessionId).repairs.request(repair())).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await upload(newDraft(), 'repairs', await picture())).status).toBe(403)
  })
})

describe('a trade-in of somebody signed in', () => {
  it('gets a number for each machine at once, with the values of that moment', async () => {
    const { caller, userId, email } = await shop.signIn('customer')
    const one = await machine({ baseValueGood: 800 })
    shop.emails.length = 0
    const machines = [
      { machineId: one.id, grade: 'good' as const, serialNumber: 'A1' },
      { machineId: one.id, grade: 'good' as const },
    ]
    const answer = opened(await caller.tradeIns.request({ machines, remarks: 'From one rack.', accessories: 'Power leads' }))
    expect(answer.cases).toMatchObject([
      { serialNumber: 'A1', value: 800 },
      { serialNumber: null, value: 800 },
    ])
    expect(answer.quotedUntil).toEqual(new Date(TEST_NOW.getTime() + 14 * DAY))
    const rows = await shop.db.prisma.tradeIn.findMany({ where: { userId }, orderBy: { tradeInNumber: 'asc' } })
    expect(rows.map(({ tradeInNumber }) => tradeInNumber)).toEqual(answer.cases.map(({ number }) => number))
    expect(rows[0]).toMatchObject({ status: 'submitted', grade: 'good', machineVersion: one.version, accessories: 'Power leads' })
    const [first] = answer.cases
    expect(shop.emails).toMatchObject([{ to: email, subject: `Your trade-in request ${first?.number} and 1 more` }])
    const of = { noun: 'tradeIns' as const, id: first?.id ?? '' }
    expect(await admin.caller.cases.requested(of)).toMatchObject({
      remarks: 'From one rack.',
      size: 2,
      others: [{ number: answer.cases[1]?.number }],
    })
  })

  it('counts a quantity as so many machines, takes one that the catalogue has not, and keeps each picture with its row', async () => {
    const { caller, userId } = await shop.signIn('customer')
    const one = await machine({ baseValueGood: 800 })
    const draft = newDraft()
    const shown = await upload(draft, 'tradeIns', await picture())
    const answer = opened(
      await caller.tradeIns.request({
        machines: [
          { machineId: one.id, grade: 'good', quantity: 3 },
          { device: { manufacturer: 'Elphapex', model: 'DG1' }, grade: 'fair', serialNumber: 'E1' },
        ],
        draft,
        files: [{ id: shown.file?.id ?? '', machine: 1 }],
      }),
    )
    expect(answer.cases.map(({ value }) => value)).toEqual([800, 800, 800, null])
    const unlisted = answer.cases.at(-1)
    expect(unlisted).toMatchObject({ device: 'Elphapex DG1', serialNumber: 'E1' })
    const of = { noun: 'tradeIns' as const, id: unlisted?.id ?? '' }
    expect((await admin.caller.cases.files.list(of)).files).toMatchObject([{ id: shown.file?.id }])
    expect(await admin.caller.cases.requested(of)).toMatchObject({ quotedUntil: null, betterValue: null })
    // Evaluated by the catalogue's machine that the desk chooses.
    await admin.caller.tradeIns.saveEvaluation({ id: of.id, grade: 'good', checks: [], deductions: [], override: null, machineId: one.id })
    expect((await admin.caller.tradeIns.evaluation({ id: of.id })).offers[0]?.finalValue).toBe(800)
    expect(shop.emails.at(-1)?.text).toContain('Together: €2,400.00')

    const refusals = [
      [{ machineId: one.id, grade: 'good' as const, quantity: 201 }],
      [
        { machineId: one.id, grade: 'good' as const, quantity: 150 },
        { machineId: one.id, grade: 'fair' as const, quantity: 51 },
      ],
      [{ machineId: one.id, grade: 'good' as const, quantity: 2, serialNumber: 'A1' }],
      [{ grade: 'good' as const }],
    ]
    for (const machines of refusals) await expect(caller.tradeIns.request({ machines })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await shop.db.prisma.tradeIn.count({ where: { userId } })).toBe(4)
  })

  it('is refused row by row for machines that are not taken (any more), and takes nothing', async () => {
    const { caller, userId } = await shop.signIn('customer')
    const [good, gone, worthless] = [await machine(), await machine(), await machine({ baseValuePoor: 0 })]
    await shop.db.prisma.tradeInMachine.update({ where: { id: gone.id }, data: { isActive: false } })
    const machines = [
      { machineId: good.id, grade: 'good' as const },
      { machineId: gone.id, grade: 'good' as const },
      { machineId: worthless.id, grade: 'poor' as const },
    ]
    const error = await caller.tradeIns.request({ machines }).catch((each: unknown) => each)
    expect(fieldsOf(error)).toEqual(['machines.1.machineId', 'machines.2.machineId'])
    const twice = [0, 1].map(() => ({ machineId: good.id, grade: 'good' as const, serialNumber: 'same' }))
    await expect(caller.tradeIns.request({ machines: twice })).rejects.toThrow('Another row has this serial number')
    expect(await shop.db.prisma.tradeIn.count({ where: { userId } })).toBe(0)
  })

  it('is evaluated by the better of its quote and the catalogue while the quote holds, and by the catalogue later', async () => {
    const { caller } = await shop.signIn('customer')
    const one = await machine({ baseValueGood: 500, baseValueFair: 300 })
    const { cases } = opened(await caller.tradeIns.request({ machines: [{ machineId: one.id, grade: 'good' }] }))
    const id = cases[0]?.id ?? ''
    const offered = async (grade: 'good' | 'fair') => {
      await admin.caller.tradeIns.saveEvaluation({ id, grade, checks: [], deductions: [], override: null, machineId: null })
      return (await admin.caller.tradeIns.evaluation({ id })).offers[0]?.finalValue
    }
    await shop.db.prisma.tradeInMachine.update({ where: { id: one.id }, data: { baseValueGood: 650, baseValueFair: 200 } })
    expect([await offered('good'), await offered('fair')]).toEqual([650, 300])
    expect(await admin.caller.cases.requested({ noun: 'tradeIns', id })).toMatchObject({ betterValue: 650 })
    // The machine is not taken any more: its quote still is.
    await shop.db.prisma.tradeInMachine.update({ where: { id: one.id }, data: { isActive: false } })
    expect(await offered('good')).toBe(500)
    await shop.db.prisma.tradeInMachine.update({ where: { id: one.id }, data: { isActive: true, baseValueGood: 100 } })
    now = new Date(TEST_NOW.getTime() + 14 * DAY + 1)
    const later = await shop.signIn('admin')
    await later.caller.tradeIns.saveEvaluation({ id, grade: 'good', checks: [], deductions: [], override: null, machineId: null })
    expect((await later.caller.tradeIns.evaluation({ id })).offers[0]?.finalValue).toBe(100)
    // Sent in time: whenever it is evaluated.
    await shop.db.prisma.tradeIn.update({ where: { id }, data: { sentInAt: TEST_NOW } })
    await later.caller.tradeIns.saveEvaluation({ id, grade: 'good', checks: [], deductions: [], override: null, machineId: null })
    expect((await later.caller.tradeIns.evaluation({ id })).offers[0]?.finalValue).toBe(500)
  })
})

describe('a request that is withdrawn', () => {
  const askedFor = async (caller: (typeof admin)['caller'], count = 1) => {
    const one = await machine()
    const machines = Array.from({ length: count }, () => ({ machineId: one.id, grade: 'good' as const }))
    return opened(await caller.tradeIns.request({ machines })).cases.map(({ id, number }) => ({ noun: 'tradeIns' as const, id, number }))
  }
  const tokenOf = async (ref: { noun: 'tradeIns' | 'repairs'; id: string }) =>
    (await createTrackingLink(shop.db.prisma, ref, '')).split('/').at(-1) ?? ''

  it('ends by its owner or by a link, in a status of the requirements, with an email; and by nobody else', async () => {
    const owner = await shop.signIn('customer')
    const other = await shop.signIn('customer')
    const [first, second, third] = await askedFor(owner.caller, 3)
    if (!first || !second || !third) throw new Error('Three trade-ins were asked for')
    for (const caller of [other.caller, shop.visitor, admin.caller]) {
      await expect(caller.cases.withdraw({ case: { noun: 'tradeIns', id: first.id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    shop.emails.length = 0
    expect(await owner.caller.cases.withdraw({ case: { noun: 'tradeIns', number: first.number } })).toEqual({ withdrawn: 1 })
    expect(await admin.caller.tradeIns.byId({ id: first.id })).toMatchObject({ status: 'rejected' })
    expect(await admin.caller.tradeIns.byId({ id: second.id })).toMatchObject({ status: 'submitted' })
    // One email, and not the one of a trade-in that was rejected.
    expect(shop.emails).toMatchObject([{ to: owner.email, subject: `Your trade-in request ${first.number} is withdrawn` }])
    const token = await tokenOf(second)
    expect(await shop.visitor.cases.withdraw({ token, all: true })).toEqual({ withdrawn: 2 })
    const tracked = await shop.visitor.cases.track({ token })
    expect(tracked).toMatchObject({ isClosed: true, hasArrived: false, isOnlineRequest: true })
    expect(tracked.request?.map(({ facts }) => facts.withdrawn)).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)])
    await admin.caller.tradeIns.updateStatus({ id: third.id, status: 'submitted', email: false })
    await admin.caller.tradeIns.updateStatus({ id: third.id, status: 'rejected', email: false })
    const again = await shop.visitor.cases.track({ token })
    expect(again.request?.map(({ facts }) => facts.withdrawn)).toEqual([expect.any(Date), expect.any(Date), null])
    expect(tracked.events.filter(({ kind }) => kind === 'withdrawn' || kind === 'status')).toMatchObject([{ kind: 'withdrawn' }])
    const { rows } = await admin.caller.cases.timeline({ noun: 'tradeIns', id: third.id })
    expect(rows.some(({ kind, detail }) => kind === 'change' && detail.action === 'trade_in.withdrawn')).toBe(true)
    expect(shop.emails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your trade-in request of 2 machines is withdrawn' })
    expect(shop.emails.at(-1)?.text).toMatch(new RegExp(`${second.number} · [^]*${third.number} · `))
    await expect(shop.visitor.cases.withdraw({ token })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('of a repair is closed without the device, at no cost and without a warranty', async () => {
    const owner = await shop.signIn('customer')
    const id = opened(await owner.caller.repairs.request(repair())).cases[0]?.id ?? ''
    await owner.caller.cases.withdraw({ case: { noun: 'repairs', id } })
    expect(await admin.caller.repairs.byId({ id })).toMatchObject({ status: 'completed', actualCost: null })
    expect(await shop.visitor.cases.track({ token: await tokenOf({ noun: 'repairs', id }) })).toMatchObject({
      outcome: 'closed',
      warrantyUntil: null,
    })
  })

  it('is refused once it was sent, has arrived, is worked on, was opened by the desk, or has gone to another customer', async () => {
    const owner = await shop.signIn('customer')
    const [sent, arrived, begun, passed] = await askedFor(owner.caller, 4)
    if (!sent || !arrived || !begun || !passed) throw new Error('Four trade-ins were asked for')
    await owner.caller.cases.sent({ case: { noun: 'tradeIns', id: sent.id }, carrier: 'DHL', all: false })
    await admin.caller.cases.arrived({ noun: 'tradeIns', id: arrived.id })
    await admin.caller.tradeIns.updateStatus({ id: begun.id, status: 'evaluated' })
    const token = await tokenOf(passed)
    const other = await shop.signIn('customer')
    await admin.caller.tradeIns.update({ id: passed.id, customer: { userId: other.userId } })
    const { id: counter } = await admin.caller.tradeIns.create({
      customer: { userId: owner.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    })
    for (const id of [sent.id, arrived.id, begun.id, counter]) {
      await expect(owner.caller.cases.withdraw({ case: { noun: 'tradeIns', id } })).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    await expect(shop.visitor.cases.withdraw({ token })).rejects.toMatchObject({
      code: expect.stringMatching(/CONFLICT|NOT_FOUND/) as string,
    })
    expect(await admin.caller.tradeIns.byId({ id: passed.id })).toMatchObject({ status: 'submitted' })
  })
})

describe('files of a request', () => {
  it('wait with their draft, and become those of the machine that each shows', async () => {
    const { caller, userId, email } = await shop.signIn('customer')
    const one = await machine()
    const draft = newDraft()
    const [shown, forgotten] = [await upload(draft, 'tradeIns', await picture()), await upload(draft, 'tradeIns', await picture())]
    const reading = await upload(draft, 'tradeIns', antminer, 'reading')
    expect([shown.status, forgotten.status, reading.status]).toEqual([201, 201, 201])
    expect(await upload(draft, 'tradeIns', '<svg onload="alert(1)"/>')).toMatchObject({ status: 422 })
    expect(await upload(draft, 'tradeIns', 'not a reading', 'reading')).toMatchObject({ status: 422 })

    const files = [
      { id: shown.file?.id ?? '', machine: 1 },
      { id: reading.file?.id ?? '', machine: 0 },
    ]
    const machines = [0, 1].map(() => ({ machineId: one.id, grade: 'good' as const }))
    // Another browser's draft has none of them.
    const foreign = await caller.tradeIns.request({ machines, files, draft: newDraft() }).catch((error: unknown) => error)
    expect(fieldsOf(foreign)).toEqual(['files'])
    const { cases } = opened(await caller.tradeIns.request({ machines, files, draft }))
    const [first, second] = cases.map(({ id }) => ({ noun: 'tradeIns' as const, id }))
    if (!first || !second) throw new Error('Two trade-ins were asked for')
    expect((await admin.caller.cases.files.list(second)).files).toMatchObject([{ id: shown.file?.id, kind: 'picture', uploadedBy: email }])
    expect(await admin.caller.cases.readings.list(first)).toMatchObject([
      { createdBy: email, reading: { boards: expect.any(Array) as unknown } },
    ])
    expect(await shop.db.prisma.caseFile.count({ where: { id: forgotten.file?.id ?? '' } })).toBe(0)
    expect(await shop.db.prisma.tradeIn.count({ where: { userId } })).toBe(2)
    // A sent request takes nothing more.
    expect((await upload(draft, 'tradeIns', await picture())).status).toBe(409)
  })

  it('are shown small to the browser that has added them, until they are sent', async () => {
    const draft = newDraft()
    const { file } = await upload(draft, 'repairs', await picture())
    const shownTo = async (secret: string) =>
      fetch(`${routes.url}/api/request-files?${new URLSearchParams({ draft: secret, id: file?.id ?? '' }).toString()}`)
    const shown = await shownTo(draft)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe('jpeg')
    for (const secret of [newDraft(), 'no draft']) expect((await shownTo(secret)).status).toBe(404)
    await shop.visitor.repairs.request({ ...repair(), customer: someone(), draft, files: [{ id: file?.id ?? '', machine: 0 }] })
    expect((await shownTo(draft)).status).toBe(404)
  })

  it('can be taken away by whoever has the draft alone, and go with a draft that is left', async () => {
    const draft = newDraft()
    const { file } = await upload(draft, 'repairs', await picture())
    const id = file?.id ?? ''
    await expect(shop.visitor.cases.removeRequestFile({ draft: newDraft(), id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await shop.visitor.cases.removeRequestFile({ draft, id })
    const other = await upload(draft, 'repairs', await picture())
    now = new Date(TEST_NOW.getTime() + DAY + 1)
    await removeExpired(shop.services)
    expect(await shop.db.prisma.caseFile.count({ where: { id: other.file?.id ?? '' } })).toBe(0)
    expect(await shop.db.prisma.caseRequest.count({ where: { draftHash: hashToken(draft) } })).toBe(0)
  })
})

/** A machine's data as it has come, from some network. */
async function sendReading(ip: string, room?: typeof requestRoom, draft = newDraft()) {
  const sent = path.join(folder, 'sent.json')
  writeFileSync(sent, antminer)
  return addRequestFile(
    { ...shop.services, actor: { userId: null, email: null, ip, userAgent: null } },
    { noun: 'repairs', draft, kind: 'reading', name: 'data.json' },
    { path: sent, size: antminer.length, sha256: '' },
    room,
  )
}

describe('the room for files that wait', () => {
  it('is bounded for each network and for all of them, and free again with what goes', async () => {
    const send = sendReading
    const [here, there] = ['192.0.2.10', '192.0.2.20']
    const { bytes: size } = await send(here)
    const waiting =
      (await shop.db.prisma.caseFile.aggregate({ _sum: { bytes: true }, where: { requestId: { not: null } } }))._sum.bytes ?? 0
    const room = { ofNetwork: 2 * size, ofAll: waiting + 2 * size }
    const draft = newDraft()
    await send(here, room, draft)
    await expect(send(here, room)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await send(there, room)
    await expect(send(there, room)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await expect(send('192.0.2.30', room)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    // Nothing of what was refused stays.
    expect(await shop.db.prisma.caseFile.count({ where: { request: { draftHash: hashToken(draft) } } })).toBe(1)
    now = new Date(TEST_NOW.getTime() + DAY + 1)
    await removeExpired(shop.services)
    await send(here, room)
    expect(requestRoom).toEqual({ ofNetwork: 157_286_400, ofAll: 4_294_967_296 })
  })

  it.each([
    [56, 4, (each: number) => `2001:db8:0:${each.toString(16)}::1`],
    [48, 16, (each: number) => `2001:db8:1:${(each << 8).toString(16)}::1`],
  ])('is that of %i-bit networks too, which have it %i times', async (bits, times, addressOf) => {
    // Each from a /64 of its own, which has room for one.
    const { bytes } = await sendReading(addressOf(0))
    const room = { ...requestRoom, ofNetwork: bytes }
    for (let each = 1; each < times; each += 1) await sendReading(addressOf(each), room)
    await expect(sendReading(addressOf(times), room)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await sendReading(`2001:db8:${bits}::1`, room)
  })
})

describe('a parcel', () => {
  it('is told of by its owner or by whoever follows the case, and by nobody else', async () => {
    const owner = await shop.signIn('customer')
    const other = await shop.signIn('customer')
    const one = await machine()
    const machines = [0, 1].map(() => ({ machineId: one.id, grade: 'good' as const }))
    const { cases } = opened(await owner.caller.tradeIns.request({ machines }))
    const [first, second] = cases.map(({ id }) => ({ noun: 'tradeIns' as const, id }))
    if (!first || !second) throw new Error('Two trade-ins were asked for')
    const parcel = { carrier: 'DHL', trackingNumber: 'JD01' }
    for (const caller of [other.caller, shop.visitor]) {
      await expect(caller.cases.sent({ case: first, ...parcel })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(shop.visitor.cases.sent({ token: 'unknown', ...parcel })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await owner.caller.cases.sent({ case: first, ...parcel })).toEqual({ sent: 2 })
    expect(await admin.caller.cases.requested(second)).toMatchObject({
      inboundCarrier: 'DHL',
      inboundTrackingNumber: 'JD01',
      sentInAt: TEST_NOW,
    })
    const token = (await createTrackingLink(shop.db.prisma, second, '')).split('/').at(-1) ?? ''
    expect(await shop.visitor.cases.sent({ token, carrier: 'UPS' })).toEqual({ sent: 1 })
    expect(await admin.caller.cases.requested(second)).toMatchObject({ inboundCarrier: 'UPS', inboundTrackingNumber: null })
    await admin.caller.cases.arrived(second)
    const { events } = await shop.visitor.cases.track({ token })
    expect(events.filter(({ kind }) => kind === 'sent-in' || kind === 'arrived')).toMatchObject([
      { kind: 'arrived' },
      { kind: 'sent-in', carrier: 'UPS', trackingNumber: null },
      { kind: 'sent-in', carrier: 'DHL', trackingNumber: 'JD01' },
    ])
  })

  it('that arrives writes once, with the receipt', async () => {
    const owner = await shop.signIn('customer')
    const { cases } = opened(await owner.caller.repairs.request(repair()))
    const of = { noun: 'repairs' as const, id: cases[0]?.id ?? '' }
    shop.emails.length = 0
    await Promise.all([admin.caller.cases.arrived(of), admin.caller.cases.arrived(of)])
    expect(shop.emails).toMatchObject([{ to: owner.email, attachments: [{ contentType: 'application/pdf' }] }])
    await expect(owner.caller.cases.sent({ case: of, carrier: 'DHL' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is promised from the day on which it arrives, unless somebody has set another day', async () => {
    const owner = await shop.signIn('customer')
    const ask = async () => opened(await owner.caller.repairs.request(repair({ service: 'power_supply' }))).cases[0]?.id ?? ''
    const [id, agreed] = [await ask(), await ask()]
    expect((await admin.caller.repairs.byId({ id })).dueOn).toBeNull()
    await admin.caller.repairs.update({ id: agreed, version: 1, dueOn: '2027-02-01' })
    for (const each of [id, agreed]) await admin.caller.cases.arrived({ noun: 'repairs', id: each })
    // Two business days after a Friday.
    expect((await admin.caller.repairs.byId({ id })).dueOn).toBe('2026-11-24')
    expect((await admin.caller.repairs.byId({ id: agreed })).dueOn).toBe('2027-02-01')
    const { rows } = await admin.caller.cases.timeline({ noun: 'repairs', id })
    const arrived = rows.find((entry) => entry.kind === 'change' && entry.detail.action === 'repair.arrived')
    expect(arrived?.detail).toMatchObject({ after: { dueOn: '2026-11-24' } })
    const { id: machineId } = await machine()
    const tradeIn = opened(await owner.caller.tradeIns.request({ machines: [{ machineId, grade: 'good' }] })).cases[0]?.id ?? ''
    await admin.caller.cases.arrived({ noun: 'tradeIns', id: tradeIn })
    expect((await admin.caller.tradeIns.byId({ id: tradeIn })).dueOn).toBe('2026-11-25')
  })
})
