import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditSubjects, routerOfSubject } from '~/contracts/audit'
import { allows, scopedRouters, type Scope } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import { figureSources } from '~/contracts/office/dashboard'
import { nouns, statusNouns } from '~/contracts/records'
import { openTestShop, type TestShop } from '../setup/shop'

/** Dashboard, search, scanner, counts and histories answer a caller with limits no more than the lists that it may read. */

const refused = { code: 'FORBIDDEN', cause: { errorCode: 'insufficient_scope' } }

/** The shared screens' own routers. */
const shared: Scope[] = ['admin:read', 'dashboard:read', 'audit:read', 'cases:read']

const single = keysOf(scopedRouters).map((router) => [`${router} alone`, [...shared, `${router}:read` as const]] as const)
const roles = keysOf(rolePresets).map((role) => {
  const { scopes } = rolePresets[role]
  return [role, scopes && [...scopes, 'cases:read' as const]] as const
})

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let limited: Awaited<ReturnType<TestShop['signIn']>>
const codes = { repairs: 'REP-QUILL', tradeIns: 'TRD-QUILL', units: 'SN-QUILL', parts: 'HB-QUILL', orders: 'ORD-QUILL' } as const

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
  limited = await shop.signIn('admin')
  const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
  await run(`WITH made AS (INSERT INTO users (email) VALUES ('quill@example.com') RETURNING id, email)
    INSERT INTO profiles (user_id, email, full_name) SELECT id, email, 'Ada Quill' FROM made`)
  await run(`INSERT INTO orders (order_number, total_amount) VALUES ('ORD-QUILL', 120.5)`)
  await run(`INSERT INTO repairs (repair_number) VALUES ('REP-QUILL')`)
  await run(`INSERT INTO trade_ins (trade_in_number) VALUES ('TRD-QUILL')`)
  await run(`INSERT INTO case_messages (case_id, side, body)
    SELECT id, 'customer'::message_side, 'Hello' FROM repairs UNION ALL SELECT id, 'customer'::message_side, 'Hello' FROM trade_ins`)
  await run(`INSERT INTO products (name, category, stock_quantity) VALUES ('Quill fan', 'Parts', 5)`)
  await run(`INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Quill', 'S19')`)
  await run(`INSERT INTO units (manufacturer, model, serial_number) VALUES ('Quill', 'S19', 'SN-QUILL')`)
  await run(`WITH type AS (INSERT INTO part_types (name) VALUES ('Quill board') RETURNING id)
    INSERT INTO parts (type_id, serial_number) SELECT id, 'HB-QUILL' FROM type`)
  await run(`WITH b AS (INSERT INTO buyers (user_id) SELECT user_id FROM profiles WHERE full_name = 'Ada Quill' RETURNING id),
      a AS (INSERT INTO credit_accounts (buyer_id) SELECT id FROM b RETURNING id, buyer_id)
    INSERT INTO billing_documents (purpose, state, buyer_id, account_id, number, year, place, issued_at, issued_on, supplied_on)
    SELECT 'repair', 'issued', buyer_id, id, 'INV-2026-QUILL', 2026, 42, now(), current_date, current_date FROM a`)
})
afterAll(() => shop.close())

describe.each([...roles, ...single])('%s', (_name, scopes) => {
  const may = (router: string) => allows(scopes, router, 'read')
  const office = () => limited.caller

  beforeAll(() => admin.caller.users.updateScopes({ userId: limited.userId, scopes: scopes && [...scopes] }))

  it('sees figures, lists and charts of what it may read alone', async () => {
    const [all, own] = [await admin.caller.dashboard.overview(), await office().dashboard.overview()]
    for (const figure of keysOf(figureSources))
      expect(own.stats[figure], figure).toBe(may(figureSources[figure]) ? all.stats[figure] : null)
    for (const noun of statusNouns) expect(own.recent[noun], noun).toEqual(may(noun) ? all.recent[noun] : null)
    expect(all.stats.monthlyRevenue).toBe(120.5)
    const [charts, ownCharts] = [await admin.caller.dashboard.charts(), await office().dashboard.charts()]
    expect(ownCharts).toEqual({
      revenue: may('orders') ? charts.revenue : null,
      repairs: may('repairs') ? charts.repairs : null,
      tradeIns: may('tradeIns') ? charts.tradeIns : null,
      sent: { repairs: may('repairs') ? 0 : null, tradeIns: may('tradeIns') ? 0 : null },
    })
  })

  it('is told of what waits in the lists that it may read alone', async () => {
    const waiting = await admin.caller.dashboard.attention()
    expect(waiting.map(({ noun }) => noun).toSorted()).toEqual([...statusNouns].toSorted())
    expect(await office().dashboard.attention()).toEqual(waiting.filter(({ noun }) => may(noun)))
    expect(await office().cases.unread()).toEqual({ repairs: may('repairs') ? 1 : 0, tradeIns: may('tradeIns') ? 1 : 0 })
    if (may('credit')) expect(await office().dashboard.credit()).toMatchObject({ undecided: 0 })
    else await expect(office().dashboard.credit()).rejects.toMatchObject(refused)
    if (may('products')) expect(await office().dashboard.shopList()).toBeNull()
    else await expect(office().dashboard.shopList()).rejects.toMatchObject(refused)
    if (scopes === null) expect(await office().dashboard.setup()).toMatchObject({ product: true })
    else await expect(office().dashboard.setup()).rejects.toMatchObject(refused)
  })

  it('finds by search and by scan only records that it may read', async () => {
    const { results } = await admin.caller.admin.search({ query: 'quill' })
    expect([...new Set(results.map(({ noun }) => noun))].toSorted()).toEqual([...nouns].toSorted())
    expect((await office().admin.search({ query: 'quill' })).results).toEqual(results.filter(({ noun }) => may(noun)))
    for (const noun of keysOf(codes))
      expect((await office().admin.scan({ code: codes[noun] }))?.noun, noun).toBe(may(noun) ? noun : undefined)
  })

  it('reads histories of what it may read alone', async () => {
    for (const subjectType of auditSubjects) {
      const asked = office().audit.history({ subjectType, subjectId: admin.userId })
      if (may(routerOfSubject[subjectType])) expect((await asked).nextCursor, subjectType).toBeNull()
      else await expect(asked, subjectType).rejects.toMatchObject(refused)
    }
  })
})
