// @module-tag full
import superjson from 'superjson'
import { prerenderToNodeStream } from 'react-dom/static'
import { createElement, type ComponentProps, type ComponentType } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { unrepairedReasons } from '~/contracts/repair-outcomes'
import { defaultSettings } from '~/contracts/site/settings'
import { failedOverview, productFailures, PRODUCTS_PER_PAGE } from '~/contracts/catalogue/products'
import type { SiteData } from '~/contracts/site/site'
import { LegalScreen } from '~/features/site/legal/legal-screen'
import * as aboutPage from '~/pages/about'
import * as comparePage from '~/pages/compare'
import * as contactPage from '~/pages/contact'
import * as homePage from '~/pages/index'
import * as productsPage from '~/pages/products'
import * as repairPage from '~/pages/repair'
import * as trackPage from '~/pages/track'
import * as verifyPassportPage from '~/pages/passport/verify'
import * as requestRepairPage from '~/pages/repair/request'
import * as tradeInPage from '~/pages/trade-in'
import * as submitTradeInPage from '~/pages/trade-in/submit'
import { comparePath } from '~/lib/compare-path'
import { paths, publicPages, type PublicPage } from '~/lib/paths'
import { appRouter } from '~/server/api/root'
import { raiseSession } from '~/server/identity/auth/sessions'
import { nouns, records } from '~/contracts/records'
import { createTrackingLinks } from '~/server/cases/base/tracking-links'
import { allTemplates } from '~/server/office/emails/all-templates'
import { recordLists } from '~/server/office/record-lists'
import { setServices } from '~/server/services'
import { productChanged, readShop } from '~/server/catalogue/shop/search-shop'
import { siteProps } from '~/server/site/static-props'
import { engines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { plainValue, readColumns, worstValues, type Column } from '../setup/worst-values'

/**
 * Every page can be made and every list read with any value that plain SQL puts into a column: each column of the tables that take plain SQL
 * (docs/decisions/001) holds the worst values of its type, each in a row that is valid otherwise.
 */

const open = ['website_settings', 'profiles', 'orders', 'products', 'repairs', 'trade_ins', 'trade_in_machines', 'users']

/** The database may refuse a value by its type, a constraint or the size of an index, and never because a trigger fails. */
const refused = /Code: `(?:22|23|54)/

/** Two people have to agree about these. */
const secondPerson = 'second_administrator'

const legal = [paths.privacyPolicy, paths.termsOfService, paths.cookiePolicy, paths.returnsRefunds] as const
const pages: Record<Exclude<PublicPage, (typeof legal)[number]>, ComponentType<never>> = {
  [paths.home]: homePage.default,
  [paths.tradeIn]: tradeInPage.default,
  [paths.submitTradeIn]: submitTradeInPage.default,
  [paths.products]: productsPage.default,
  [comparePath]: comparePage.default,
  [paths.repair]: repairPage.default,
  [paths.requestRepair]: requestRepairPage.default,
  [paths.about]: aboutPage.default,
  [paths.contact]: contactPage.default,
  [paths.track]: trackPage.default,
  [paths.verifyPassport]: verifyPassportPage.default,
}

async function htmlOf(component: ComponentType<never>, props: object): Promise<string> {
  const failures: unknown[] = []
  // Next sends a page's props as JSON: what JSON cannot say is not there.
  const element = createElement(component as ComponentType<object>, JSON.parse(JSON.stringify(props)) as object)
  const { prelude } = await prerenderToNodeStream(element, { onError: (error) => void failures.push(error) })
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk as Uint8Array))
  expect(failures).toEqual([])
  return Buffer.concat(chunks).toString('utf8')
}

/** A legal page with a text that has everything which depends on the settings. */
function LegalPage({ settings }: Pick<SiteData, 'settings'>) {
  const content: ComponentProps<typeof LegalScreen>['content'] = ({ components }) =>
    createElement(
      'div',
      null,
      components.Company(),
      components.Email(),
      components.Phone(),
      components.PostalAddress(),
      components.CustomerService(),
    )
  return createElement(LegalScreen, { title: 'A legal page', content, sections: [], settings, madeOn: '2026-11-20' })
}

/** Makes every public page as Next would, from what the database holds now. */
async function makePages(given: Partial<SiteData> = {}): Promise<Map<string, string>> {
  const data = { ...(await siteProps('settings', 'machines', 'products', 'network')), ...given }
  // The home page has the first of them; here, all.
  const props = { ...data, featured: data.products.products, keys: [] }
  const made = new Map<string, string>()
  for (const [path, component] of Object.entries(pages)) made.set(path, await htmlOf(component, props))
  made.set('legal', await htmlOf(LegalPage, props))
  return made
}

/** Whose ids the calls of a router take. */
const tableOf: Partial<Record<string, string>> = {
  orders: 'orders',
  repairs: 'repairs',
  tradeIns: 'trade_ins',
  products: 'products',
  machines: 'trade_in_machines',
  customers: 'users',
  webhooks: 'webhook_endpoints',
  models: 'device_models',
  invoices: 'billing_documents',
}

/** The text of a page's `h1`. */
const headingOf = (html: string) =>
  html
    .split('<h1')[1]
    ?.split('</h1>')[0]
    ?.replace(/^[^>]*>/, '') ?? ''

it('every public page is made here', () => {
  expect([...Object.keys(pages), ...legal].sort()).toEqual([...publicPages].sort())
})

describe.each(engines)('the worst rows, %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  let columns: Column[]
  /** A row of each table that others may point to, by 'table.column'. */
  const anchors = new Map<string, string>()
  let nth = 0

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    setServices(shop.services)
    admin = await shop.signIn('admin')
    columns = await readColumns(shop.db)
    // Some of the worst rows are verified factors of theirs.
    await raiseSession(shop.db.prisma, admin.sessionId, 'totp')
    anchors.set('users.id', admin.userId).set('sessions.id', admin.sessionId)
  })
  afterAll(() => shop.close())

  const tables = () => [...new Set(columns.map(({ table }) => table))]

  /** The value that a column must have in a row that says nothing of it; undefined where the database knows. */
  async function neededValue(column: Column): Promise<string | null | undefined> {
    if (column.target === null) return plainValue(column, nth)
    // Its own id is the database's to give, also where it is that of another row.
    if (column.column === 'id' && column.hasDefault) return undefined
    if (column.target === 'cases.id') return anchors.get('repairs.id')
    // Rows of a case belong to one; of the worst rows, to a repair.
    if (column.table.startsWith('case_') && column.target === 'repairs.id') return anchors.get(column.target)
    if (column.nullable) return undefined
    const pointedTo = column.target.split('.')[0] ?? ''
    return column.unique ? insert(pointedTo) : anchors.get(column.target)
  }

  /** Puts a row in by plain SQL, with a value of its own in one column. @returns its first column, or null where the database refuses it */
  async function insert(table: string, special?: { column: string; value: string | null }): Promise<string | null> {
    nth += 1
    const given: { column: Column; value: string | null }[] = []
    for (const column of columns) {
      if (column.table !== table) continue
      const value = column.column === special?.column ? special.value : await neededValue(column)
      if (value !== undefined) given.push({ column, value })
    }
    const names = given.map(({ column }) => `"${column.column}"`).join(', ')
    const values = given.map(({ column }, index) => `$${index + 1}::text::"${column.type}"`).join(', ')
    const first = columns.find((column) => column.table === table)?.column ?? ''
    const what = given.length > 0 ? `(${names}) VALUES (${values})` : 'DEFAULT VALUES'
    try {
      const [row] = await shop.db.prisma.$queryRawUnsafe<{ first: string }[]>(
        `INSERT INTO "${table}" ${what} RETURNING "${first}"::text AS first`,
        ...given.map(({ value }) => value),
      )
      return row?.first ?? null
    } catch (error) {
      if (!refused.test(String(error))) throw error
      return null
    }
  }

  it('can be put in by plain SQL', { timeout: 600_000 }, async () => {
    // Tables that others point to come first.
    const pointed = new Set(columns.flatMap(({ target }) => target?.split('.')[0] ?? []))
    const ordered = [...tables()].sort((one, other) => Number(pointed.has(other)) - Number(pointed.has(one)))
    for (const table of ordered) {
      const anchor = columns.find((column) => column.table === table)
      const id = await insert(table)
      const key = `${table}.${anchor?.column}`
      if (id !== null && !anchors.has(key)) anchors.set(key, id)
    }
    let inserted = 0
    const lost: string[] = []
    for (const column of columns.filter(({ table }) => open.includes(table))) {
      for (const value of worstValues(column)) {
        // One transaction for each row, as a person at psql would have it.
        const row = await insert(column.table, { column: column.column, value })
        if (row === null) lost.push(`${column.table}.${column.column} = ${String(value).slice(0, 40)}`)
        else inserted += 1
      }
    }
    expect(inserted).toBeGreaterThan(500)
    // Rows of a person are the administrator's own: their pages show them. Where two have to agree, there are somebody else's too.
    const { userId: another } = await shop.signIn('admin')
    for (const { table, column, target } of columns) {
      if (target !== 'users.id' || columns.some((other) => other.table === table && other.column === column && other.unique)) continue
      const give = (userId: string) =>
        shop.db.prisma.$executeRawUnsafe(
          // The company's machines are no person's.
          `UPDATE "${table}" SET "${column}" = $1::uuid WHERE "${column}" IS NULL ${table === 'units' ? `AND owner = 'customer'` : ''}`,
          userId,
        )
      await give(admin.userId).catch((error: unknown) => {
        const text = String(error)
        if (text.includes('is only added to')) return undefined
        if (text.includes(secondPerson)) return give(another)
        throw error
      })
    }
  })

  it('leave every public page to be made', { timeout: 120_000 }, async () => {
    productChanged(shop.services, null)
    await shop.services.live.values.machines.refresh()
    // All products on one page: the page itself has the first of them.
    const overview = (await shop.services.live.values.products.get()).data
    const { success, products } = await readShop(shop.services)
    const made = await makePages({ products: { ...overview, products, total: products.length } })
    expect(made.get(paths.products)).not.toContain('src="https://cdn.example.com:99999')
    expect(made.get(paths.products)).not.toContain('Failed to load products')
    expect(overview.products).toHaveLength(PRODUCTS_PER_PAGE)
    expect(success).toBe(true)
    expect(products.length).toBeGreaterThan(100)
    for (const html of made.values()) expect(html.length).toBeLessThan(5_000_000)
  })

  // How a page is made does not depend on the engine.
  it.runIf(engine === 'embedded')('leave every public page to be made with the worst texts of the site', { timeout: 120_000 }, async () => {
    const value = columns.find(({ table, column }) => table === 'website_settings' && column === 'setting_value')
    if (!value) throw new Error('There is no column website_settings.setting_value')
    for (const text of worstValues(value)) {
      await shop.db.prisma.$executeRawUnsafe(
        `INSERT INTO website_settings (setting_key, setting_value) SELECT key, $2::text FROM unnest($1::text[]) AS key
         ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`,
        Object.keys(defaultSettings),
        text,
      )
      await shop.services.live.values.settings.refresh()
      for (const [path, html] of await makePages({ machines: [], products: failedOverview(productFailures.catalogue) })) {
        expect(headingOf(html).trim(), `${path} with ${String(text).slice(0, 40)}`).not.toBe('')
      }
      const { tabs } = await admin.caller.settings.all()
      superjson.stringify(tabs)
    }
  })

  interface CaseNumber {
    noun: CaseNoun
    id: string
    number: string
  }

  /** Secrets of links to cases, as their customers have them. */
  async function tokensOf(cases: readonly CaseNumber[]): Promise<string[]> {
    const pages = await createTrackingLinks(shop.db.prisma, cases, '')
    return pages.map((page) => page.split('/').at(-1) ?? '')
  }

  /** Everything that may be asked of a query, by what its input takes. */
  async function inputsOf(noun: string, schema: z.ZodType | undefined): Promise<unknown[]> {
    if (!schema) return [undefined]
    const table = tableOf[noun]
    const ids = table === undefined ? [] : await shop.db.prisma.$queryRawUnsafe<{ id: string }[]>(`SELECT id::text FROM ${table}`)
    const numbers = await shop.db.prisma.$queryRaw<CaseNumber[]>`
      SELECT 'repairs' AS noun, id::text AS id, repair_number AS number FROM repairs
      UNION ALL SELECT 'tradeIns', id::text, trade_in_number FROM trade_ins`
    const orders = await shop.db.prisma.$queryRaw<{ id: string; number: string }[]>`
      SELECT id::text AS id, order_number AS number FROM orders ORDER BY id LIMIT 40`
    const users = await shop.db.prisma.$queryRaw<{ id: string }[]>`SELECT user_id::text AS id FROM profiles`
    const batches = await shop.db.prisma.$queryRaw<{ id: string }[]>`SELECT id::text AS id FROM import_batches`
    const accounts = await shop.db.prisma.$queryRaw<{ id: string }[]>`SELECT id::text AS id FROM credit_accounts`
    const invoices = await shop.db.prisma.$queryRaw<{ id: string }[]>`SELECT id::text AS id FROM billing_documents`
    const products = await shop.db.prisma.$queryRaw<{ id: string }[]>`SELECT id::text AS id FROM products`
    const machines = await shop.db.prisma.$queryRaw<{ id: string; number: string | null }[]>`
      SELECT id::text AS id, unit_number AS number FROM units UNION ALL SELECT id::text, part_number FROM parts
      UNION ALL SELECT id::text, name FROM part_types UNION ALL SELECT id::text, NULL FROM order_lines`
    const described = z.object({ properties: z.record(z.string(), z.object({ enum: z.array(z.string()).optional() })).default({}) })
    const { anyOf = [], ...whole } = described
      .extend({ anyOf: z.array(described).optional() })
      .parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    const properties = Object.fromEntries([whole, ...anyOf].flatMap((each) => Object.entries(each.properties)))
    const choices = (name: string) => properties[name]?.enum ?? []
    const candidates: unknown[] = [
      undefined,
      {},
      ...choices('sort').map((sort) => ({ sort, limit: 100 })),
      ...choices('status').map((status) => ({ status, limit: 100 })),
      ...choices('state').map((state) => ({ state, limit: 100 })),
      ...choices('kind').map((kind) => ({ kind, limit: 100 })),
      ...choices('role').map((role) => ({ role, limit: 100 })),
      ...['uge', 'NaN', '{"', '%', '\u0001'].flatMap((search) => [{ search }, { query: search }]),
      ...ids.map(({ id }) => ({ id })),
      ...users.map(({ id }) => ({ userId: id })),
      ...batches.map(({ id }) => ({ batchId: id })),
      ...accounts.map(({ id }) => ({ accountId: id })),
      ...products.map(({ id }) => ({ productId: id })),
      ...choices('screen').map((screen) => ({ screen })),
      ...choices('subjectType').map((subjectType) => ({ subjectType, subjectId: 'audit_log subject_id 1' })),
      ...numbers.filter((row) => row.noun === noun).map(({ number }) => ({ number })),
      ...choices('noun').map((of) => ({ noun: of })),
      // Read as those of a link are, which are all asked.
      ...(noun === 'account' ? numbers.slice(0, 40) : []).map((row) => ({ noun: row.noun, number: row.number })),
      ...(noun === 'account' || noun === 'orders' ? orders : []).map(({ number }) => ({ number })),
      ...(noun === 'units' ? orders : []).map(({ id }) => ({ orderId: id, code: 'U-10001' })),
      ...(noun === 'credit' ? orders : []).map(({ id }) => ({ noun: 'orders', id })),
      ...(noun === 'payments' ? orders : []).map(({ id }) => ({ orderId: id })),
      ...(noun === 'payments' ? invoices : []).map(({ id }) => ({ invoiceId: id })),
      ...(noun === 'cases' ? numbers : []).flatMap<object>(({ noun: of, id }) => [
        { noun: of, id },
        { noun: of, id, status: of === 'repairs' ? 'shipped' : 'rejected' },
      ]),
      ...('token' in properties ? await tokensOf(numbers) : []).map((token) => ({ token })),
      ...(noun === 'credit' ? numbers : []).flatMap<object>(({ noun: of, id }) =>
        of === 'repairs' ? [{ repairId: id }, { noun: of, id }] : [{ tradeInId: id }],
      ),
      ...(noun === 'emails' ? allTemplates : []).flatMap<object>(({ id, subject, body }) => [
        { id },
        ...['', ...numbers.slice(0, 40).map(({ number }) => number)].map((caseNumber) => ({
          id,
          subject,
          body,
          caseNumber,
        })),
      ]),
      ...(noun === 'repairs' ? ids : []).map(({ id }) => ({ repairId: id })),
      ...(noun === 'invoices'
        ? [...numbers.filter((row) => row.noun === 'repairs'), ...orders.map((row) => ({ ...row, noun: 'orders' }))]
        : []
      ).map(({ noun: of, id }) => ({ noun: of, id })),
      ...(noun === 'repairs' ? ids : []).flatMap(({ id }) => unrepairedReasons.map((reason) => ({ id, reason, fee: 10 }))),
      ...(noun === 'admin' ? ['x', 'uge', ...numbers.map(({ number }) => number)] : []).map((code) => ({ code })),
      ...(noun === 'units' || noun === 'parts' ? [...machines, ...numbers] : []).flatMap<object>(({ id, number }) => [
        { id },
        { number },
        { code: number },
      ]),
      ...(noun === 'units' ? numbers : []).map(({ noun: of, id }) => ({ noun: of, id })),
      ...users.slice(1).map(({ id }, index) => ({ keep: users[index]?.id, merge: id })),
      ...machines.map(({ id }) => ({ typeId: id })),
      ...products.map(({ id }) => ({ lines: [{ productId: id, quantity: 1 }] })),
      ...numbers.filter((row) => row.noun === noun).map(({ id }) => ({ ids: [id] })),
      ...[1, 2, 3, 4].map((quarter) => ({ year: 2026, quarter })),
      // Of no file that there is.
      { id: `2026-11-20T12-00-00.000Z-${crypto.randomUUID()}` },
      { month: '2026-11' },
      { from: '2026-01-01', to: '2026-12-31' },
      { serialNumber: 'x' },
      { percent: 10, all: {} },
      { csv: 'Date,Description,Amount EUR\n20/11/2026,INV-2026-00001,12.00' },
    ]
    const known = new Set(Object.keys(properties))
    return candidates.filter(
      (input) => (input === undefined || Object.keys(input as object).every((key) => known.has(key))) && schema.safeParse(input).success,
    )
  }

  const isQuery = z.object({ type: z.literal('query'), inputs: z.array(z.instanceof(z.ZodType)) })
  const page = z.object({ nextCursor: z.union([z.string(), z.number()]).nullable() })

  it('leave every query to be answered', { timeout: 3_600_000 }, async () => {
    const failed: string[] = []
    const unasked: string[] = []
    for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
      const query = isQuery.safeParse((procedure as unknown as { _def: unknown })._def)
      if (!query.success) continue
      const [noun = '', ...names] = path.split('.')
      let call: unknown = admin.caller[noun as keyof typeof admin.caller]
      for (const name of names) call = (call as Record<string, unknown>)[name]
      const ask = call as (input: unknown) => Promise<unknown>
      const inputs = await inputsOf(noun, query.data.inputs[0])
      if (inputs.length === 0) unasked.push(path)
      for (const input of inputs) {
        try {
          let cursor: string | number | null = null
          let pagesRead = 0
          do {
            pagesRead += 1
            if (pagesRead > 100) throw new Error(`There is no end of pages: ${cursor}`)
            const answer: unknown = await ask(cursor === null ? input : { ...(input as object), cursor })
            const wire = superjson.parse(superjson.stringify(answer))
            expect(datesOf(wire).filter((date) => Number.isNaN(date.getTime()))).toEqual([])
            cursor = page.safeParse(answer).data?.nextCursor ?? null
          } while (cursor !== null)
        } catch (error) {
          const code = z.object({ code: z.string() }).safeParse(error).data?.code
          // A refusal is an answer.
          if (code === 'NOT_FOUND' || code === 'CONFLICT') continue
          // So is that of a case which an email of another kind is not about.
          if (String(error).includes('There is no such case for this email')) continue
          failed.push(`${path} ${JSON.stringify({ input }).slice(0, 100)}: ${String(error).slice(0, 600)}`)
          if (failed.length > 40) break
        }
      }
    }
    expect(failed).toEqual([])
    expect(unasked, 'queries that this test has no input for').toEqual([])
  })

  it.each(nouns.filter((noun) => open.includes(records[noun].table)))('leave %s to be exported', async (noun) => {
    const { pages: parts } = recordLists[noun].exporter({ ...shop.services, viewer: { userId: crypto.randomUUID() } }, {})
    let rows = 0
    for await (const part of parts) rows += part.length
    expect(rows).toBeGreaterThan(5)
  })
})

function datesOf(value: unknown): Date[] {
  if (value instanceof Date) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(datesOf)
}
