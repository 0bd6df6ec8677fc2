import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openEmbedded } from '~/server/platform/database/embedded'
import { openTestShop } from '~/server/testing'

/** The shop that testers open: in this runner, in Node's own, and on a database that is there already. */

const MINUTE_MS = 60_000

/** The example of the README. */
function readExample(): string {
  const [, code] = /## Call it in a test[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  return code ?? ''
}

it('signs people in by their address, and makes those who have no account', async () => {
  const shop = await openTestShop()
  try {
    const admin = await shop.as('Ada@example.com', { role: 'admin' })
    const { id } = await admin.products.create({ name: 'Fan', category: 'Parts', stockQuantity: 1 })
    expect(await (await shop.as('ada@example.com')).products.byId({ id })).toMatchObject({ name: 'Fan' })
    await expect((await shop.as('ben@example.com')).products.byId({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(shop.caller.products.byId({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await shop.db.prisma.user.count()).toBe(2)
  } finally {
    await shop.close()
  }
})

it('opens the database of a folder, with what is in it', { timeout: MINUTE_MS, tags: ['full'] }, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'test-shop-'))
  try {
    const first = await openTestShop({ dataDir })
    await first.as('ada@example.com', { role: 'admin' })
    await first.close()
    const second = await openTestShop({ dataDir })
    await expect(openEmbedded({ dataDir })).rejects.toThrow()
    expect(await (await second.as('ada@example.com')).users.list({})).toMatchObject({ rows: [{ email: 'ada@example.com' }] })
    await second.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

it('does what the README says, in Node’s own test runner', { timeout: MINUTE_MS }, () => {
  const folder = 'test-results/readme-example'
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `mine-${process.pid}.test.ts`)
  writeFileSync(file, readExample())
  try {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const output = execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', '--tsconfig', 'tsconfig.json', '--test', file], {
      encoding: 'utf8',
      env,
    })
    expect(output).toMatch(/pass 1\b/)
  } finally {
    rmSync(file, { force: true })
  }
})
