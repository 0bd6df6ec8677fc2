import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiHandler } from '~/server/api/request-handler'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { setServices } from '~/server/services'
import { OPENAPI } from '../../scripts/api-docs/openapi'
import { makeApiDocuments } from '../../scripts/tools/api-documents.mjs'
import { listen } from '../setup/api-server'
import { openTestShop, type TestShop } from '../setup/shop'

const PASSWORD = 'a long and unusual password'
const ROOT = join(import.meta.dirname, '../..')

/** A program in a folder of its own, by somebody who has the document alone. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const [baseUrl = '', key = '', email = '', password = ''] = process.argv.slice(2)
const bearer = (token: string) => createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })
const sent = (json: unknown) => ({ params: { query: { input: JSON.stringify({ json }) } } })

const byKey = bearer(key)
const list = await byKey.GET('/api/trpc/orders.list', sent({ search: 'OA-1' }))
const order = list.data?.result.data.json.rows[0]
if (!order) throw new Error(JSON.stringify(list.error))
const ordered: string = order.createdAt
const { id, version } = order
const changed = await byKey.POST('/api/trpc/orders.updateStatus', { body: { json: { id, version, status: 'completed' } } })
const refused = await byKey.POST('/api/trpc/products.delete', { body: { json: { id } } })
// @ts-expect-error no order has this status
const wrong = await byKey.POST('/api/trpc/orders.updateStatus', { body: { json: { id, status: 'lost' } } })

const visitor = createClient<paths>({ baseUrl })
const signedIn = await visitor.POST('/api/trpc/auth.signIn', { body: { json: { email, password } } })
const session = signedIn.data?.result.data.json.session
const own = await bearer(session?.accessToken ?? '').GET('/api/trpc/account.profile')

console.log(JSON.stringify({
  ordered,
  status: changed.data?.result.data.json.status,
  refused: [refused.response.status, refused.error?.error.json.data.errorCode],
  wrong: [wrong.response.status, Object.keys(wrong.error?.error.json.data.zodError?.fieldErrors ?? {})],
  user: session?.user.email,
  own: own.data?.result.data.json.email,
}))
`

let shop: TestShop
let site: Awaited<ReturnType<typeof listen>>
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
  site = await listen(createApiHandler())
  folder = mkdtempSync(join(tmpdir(), 'shop-client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await site.close()
  await shop.close()
})

it('a client that is generated from the OpenAPI document calls the shop, typed', { tags: ['full'] }, async () => {
  await makeApiDocuments()
  writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(readFileSync(OPENAPI, 'utf8'))))
  writeFileSync(join(folder, 'client.ts'), PROGRAM)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const compilerOptions = { strict: true, noEmit: true, target: 'ES2023', module: 'nodenext', types: ['node'], skipLibCheck: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const run = async (...args: string[]) => {
    try {
      return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout
    } catch (error) {
      // The compiler says what is wrong on its standard output.
      throw new Error(error instanceof Error && 'stdout' in error ? `${error.message}\n${String(error.stdout)}` : String(error))
    }
  }
  await run('node_modules/typescript-native/bin/tsc', '-p', '.')

  const admin = await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })
  const { key } = await admin.caller.keys.create({ name: 'Bookkeeping', scopes: ['orders:write'] })
  const order = await shop.db.prisma.order.create({ data: { orderNumber: 'OA-1' } })
  expect(JSON.parse(await run('--import', 'tsx', 'client.ts', site.url, key, admin.email, PASSWORD))).toEqual({
    ordered: order.createdAt.toISOString(),
    status: 'completed',
    refused: [403, 'insufficient_scope'],
    wrong: [400, ['status']],
    user: admin.email,
    own: admin.email,
  })
  expect(await shop.db.prisma.order.findUniqueOrThrow({ where: { id: order.id } })).toMatchObject({ status: 'completed' })
})
