import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseNames, caseNouns, type CaseNoun, type CaseRef } from '~/contracts/case-ref'
import { accesses, scopedRouters, type Scope } from '~/contracts/identity/api-keys'
import { keysOf } from '~/contracts/keys'

import { readingPhases } from '~/contracts/stock/readings'
import * as documentRoute from '~/pages/api/case-documents'
import * as fileRoute from '~/pages/api/case-files/[fileId]'
import * as uploadRoute from '~/pages/api/case-files/index'
import { fileAddress } from '~/server/cases/base/file-access'
import { defOf, routerProcedures, schemasIn, type RouterProcedure } from '../security/input-schemas'
import { faultOf, refusalOf } from '../setup/procedures'
import { serveRoutes } from '../setup/routes'
import { access } from './access-matrix'
import { openTestShop, TEST_NOW, TEST_SECRET, type TestShop } from '../setup/shop'

/** Staff without the right to read one kind of case read and write nothing of it, by any call. */

type Person = Awaited<ReturnType<TestShop['signIn']>>

const otherThan = (noun: CaseNoun): CaseNoun => (noun === 'repairs' ? 'tradeIns' : 'repairs')
const everythingBut = (noun: CaseNoun): Scope[] =>
  keysOf(scopedRouters).flatMap((router) => (router === noun ? [] : accesses.map((access): Scope => `${router}:${access}`)))

const ofStaff = routerProcedures.filter(({ path }) => access[path]?.rule === 'administrator')

/** The kinds that an input names: of a case of either kind, both. */
function kindsNamedBy({ input }: RouterProcedure): string[] {
  const named = (input ? schemasIn(input) : []).filter(({ path }) => ['noun', 'case.noun'].includes(path.join('.')))
  return named.flatMap(({ schema }) => {
    const def = defOf(schema)
    return def.type === 'enum' ? Object.values(def.entries).map(String) : def.type === 'literal' ? def.values.map(String) : []
  })
}
const namesACase = (procedure: RouterProcedure) => {
  const kinds = new Set(kindsNamedBy(procedure))
  return kinds.size === caseNouns.length && caseNouns.every((noun) => kinds.has(noun))
}

const statusOf: Record<CaseNoun, string> = { repairs: 'completed', tradeIns: 'approved' }

/** Further input of these calls, beside the case. */
const more: Record<string, (noun: CaseNoun) => object> = {
  'cases.addNote': () => ({ body: 'A note' }),
  'cases.markMessagesRead': () => ({ until: randomUUID() }),
  'cases.previewStatusEmail': (noun) => ({ status: statusOf[noun] }),
  'cases.saveEmailRules': (noun) => ({ rules: [{ status: statusOf[noun], isEnabled: true }] }),
  'cases.sendMessage': () => ({ body: 'A message' }),
  'cases.readings.add': () => ({ phase: readingPhases[0], text: '{}' }),
}
const inputOf = (path: string, ref: CaseRef) => ({ ...ref, case: ref, ...more[path]?.(ref.noun) })

const byFile = ['cases.files.remove', 'cases.files.restore', 'cases.files.share']
/** Of no case: or of those alone that the caller may read, which is tested below. */
const ofNoCase = ['cases.administrators', 'cases.bySerialNumber', 'cases.customers', 'cases.devices', 'cases.unread', 'cases.warranties']

let shop: TestShop
let admin: Person
let customerId: string
let refs: Record<CaseNoun, CaseRef>
let files: Record<CaseNoun, string>
let numbers: Record<CaseNoun, string>
let limited: Record<CaseNoun, Person & { key: string; headers: Record<string, string> }>
let routes: Awaited<ReturnType<typeof serveRoutes>>
const deviceInfo = { manufacturer: 'Bitmain', model: 'S19', serialNumber: 'BOTH-KINDS-1' }

beforeAll(async () => {
  shop = await openTestShop()
  routes = await serveRoutes(shop, [
    { path: /^\/api\/case-files$/, module: uploadRoute },
    { path: /^\/api\/case-documents$/, module: documentRoute },
    { path: /^\/api\/case-files\/(?<fileId>[^/]+)$/, module: fileRoute },
  ])
  admin = await shop.signIn('admin')
  const { caller } = admin
  customerId = (await shop.signIn('customer')).userId
  const customer = { userId: customerId }
  const repair = await caller.repairs.create({ customer, deviceInfo, problemDescription: 'No hash' })
  const tradeIn = await caller.tradeIns.create({ customer, deviceInfo })
  numbers = { repairs: repair.repairNumber, tradeIns: tradeIn.tradeInNumber }
  refs = { repairs: { noun: 'repairs', id: repair.id }, tradeIns: { noun: 'tradeIns', id: tradeIn.id } }
  await caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
  const { prisma } = shop.db
  for (const { id } of Object.values(refs))
    await prisma.caseMessage.create({ data: { caseId: id, customerId, side: 'customer', body: 'Hello' }, select: { id: true } })
  await prisma.repair.update({ where: { id: repair.id }, data: { returnAddress: '1 Repair Road' } })
  await prisma.tradeIn.update({ where: { id: tradeIn.id }, data: { returnAddress: '2 Trade Road' } })
  const fileOf = async ({ id }: CaseRef) => {
    const data = {
      caseId: id,
      kind: 'picture',
      name: 'p.jpg',
      contentType: 'image/jpeg',
      bytes: 1,
      sha256: '',
      storageKey: randomUUID(),
    } as const
    return (await prisma.caseFile.create({ data, select: { id: true } })).id
  }
  files = { repairs: await fileOf(refs.repairs), tradeIns: await fileOf(refs.tradeIns) }
  const limitedTo = async (noun: CaseNoun) => {
    const scopes = everythingBut(otherThan(noun))
    const person = await shop.signIn('admin')
    const { key } = await caller.keys.create({ name: noun, scopes })
    await caller.users.updateScopes({ userId: person.userId, scopes })
    return { ...person, key, headers: await routes.signedIn(person.sessionId) }
  }
  limited = { repairs: await limitedTo('repairs'), tradeIns: await limitedTo('tradeIns') }
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

it('knows every call of staff that is about cases', () => {
  const cases = ofStaff.filter(({ path }) => path.startsWith('cases.'))
  const known = [...cases.filter(namesACase).map(({ path }) => path), ...byFile, ...ofNoCase]
  expect(known.toSorted()).toEqual(cases.map(({ path }) => path).toSorted())
  for (const { path, input } of ofStaff.filter(namesACase))
    expect((input as { safeParse: (value: unknown) => object } | undefined)?.safeParse(inputOf(path, refs.repairs)), path).toMatchObject({
      success: true,
    })
})

describe.each(caseNouns)('staff without the other kind than %s', (noun) => {
  const other = otherThan(noun)
  const calls = [
    ...ofStaff.filter(namesACase).map(({ path }) => ({ path, of: (kind: CaseNoun) => inputOf(path, refs[kind]) })),
    ...byFile.map((path) => ({ path, of: (kind: CaseNoun) => ({ id: files[kind], isShared: true }) })),
  ]

  it.each(calls)('are refused $path of that, and nobody else is', async ({ path, of }) => {
    const { sessionId, key } = limited[noun]
    const refused = await refusalOf(shop, path, sessionId, of(other))
    expect([refused?.code, faultOf(refused)]).toEqual(['FORBIDDEN', 'insufficient_scope'])
    expect(refused?.message).toContain(`${caseNames[other]}s (`)
    expect(faultOf(await refusalOf(shop, path, null, of(other), { apiKey: key }))).toBe('insufficient_scope')
    expect(faultOf(await refusalOf(shop, path, sessionId, of(noun)))).not.toBe('insufficient_scope')
    expect(faultOf(await refusalOf(shop, path, admin.sessionId, of(other)))).not.toBe('insufficient_scope')
  })

  it('find cases, messages and addresses of their own kind alone', async () => {
    const { cases, customers, units } = limited[noun].caller
    const { serialNumber } = deviceInfo
    expect((await cases.bySerialNumber({ serialNumber })).map((found) => found.noun)).toEqual([noun])
    expect(await cases.warranties({ serialNumber })).toHaveLength(noun === 'repairs' ? 1 : 0)
    expect((await customers.messages({ id: customerId })).rows.map((row) => row.noun)).toEqual([noun])
    const found = await customers.byId({ id: customerId })
    expect(found.addresses.map((row) => row.noun)).toEqual([noun])
    const { repairs, tradeIns } = limited[noun].caller
    const number = numbers[noun]
    const { owner } = noun === 'repairs' ? await repairs.byNumber({ number }) : await tradeIns.byNumber({ number })
    expect(owner?.cases).toEqual([])
    const { unit, cases: others } = (await units.ofCase(refs[noun])) ?? {}
    expect(others).toEqual([])
    const page = await units.page({ number: unit?.unitNumber ?? '' })
    expect(page.cases.map((row) => row.noun)).toEqual([noun])
    expect((await admin.caller.units.page({ number: unit?.unitNumber ?? '' })).cases).toHaveLength(2)
  })

  it('get no document, and neither send nor get a file of that', async () => {
    const { headers, userId } = limited[noun]
    const statuses = async (kind: CaseNoun) => {
      const query = new URLSearchParams(refs[kind]).toString()
      const link = fileAddress(TEST_SECRET, { fileId: files[kind], size: 'full', userId }, TEST_NOW.getTime() / 1000)
      const answers = [
        await fetch(`${routes.url}/api/case-documents?${query}&kind=label`, { headers }),
        await fetch(`${routes.url}${link}`, { headers }),
        await fetch(`${routes.url}/api/case-files?${query}&name=a.txt`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/octet-stream' },
          body: 'text',
        }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(other)).toEqual([403, 403, 403])
    expect(await statuses(noun)).not.toContain(403)
  })
})

it('shows a customer’s orders with their repair to those alone who may read orders', async () => {
  await shop.db.prisma.order.create({ data: { orderNumber: 'ORD-KINDS', userId: customerId, totalAmount: 10 } })
  const { caller, userId } = await shop.signIn('admin')
  const ordersWith = async (scopes: Scope[]) => {
    await admin.caller.users.updateScopes({ userId, scopes })
    return (await caller.repairs.byNumber({ number: numbers.repairs })).owner?.orders.map(({ number }) => number)
  }
  expect(await ordersWith(['repairs:read', 'orders:read'])).toEqual(['ORD-KINDS'])
  expect(await ordersWith(['repairs:read'])).toEqual([])
})

it('lets those write notes to repairs who only read them, but not change them', async () => {
  const { sessionId, userId } = await shop.signIn('admin')
  await admin.caller.users.updateScopes({ userId, scopes: ['repairs:read', 'cases:write'] })
  const outcome = async (path: string) => faultOf(await refusalOf(shop, path, sessionId, inputOf(path, refs.repairs)))
  expect(await outcome('cases.addNote')).toBeUndefined()
  for (const path of ['cases.arrived', 'cases.giveLink', 'cases.sendLink', 'cases.revokeLinks', 'cases.saveEmailRules'])
    expect(await outcome(path), path).toBe('insufficient_scope')
})

it('shows the pictures of a repair with the trade-in that it became', async () => {
  const { prisma } = shop.db
  await prisma.tradeIn.update({ where: { id: refs.tradeIns.id }, data: { fromRepair: refs.repairs.id } })
  const { caller } = limited.tradeIns
  const { files: shown } = await caller.cases.files.list(refs.tradeIns)
  expect(shown.map(({ id }) => id)).toContain(files.repairs)
  expect(await caller.cases.files.share({ id: files.repairs, isShared: true })).toEqual({ id: files.repairs })
})
