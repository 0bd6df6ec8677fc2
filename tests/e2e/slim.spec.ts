import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { slim } from '../../scripts/slim.mjs'
import { caseDocumentAddress } from '~/contracts/cases/documents'
import { publicPages, socialCardOf } from '~/lib/paths'
import { readMessage } from '../setup/emails'
import { startPostgres } from '../setup/postgres-server'
import { openS3 } from '../setup/s3'
import { admin, ready, spawnShop, temporaryFolder, type ShopProcess } from '../setup/shop-process'
import { openSmtpServer } from '../setup/smtp'
import { openTraceCollector } from '../setup/trace-collector'
import { button, field, newBrowser, signIn, submitSignIn } from './support/accounts'
import { deskOf } from './support/desk'
import { addApp } from './support/factors'

/** The files of an image (scripts/slim.mjs) do all that the shop does, on both engines: nothing that it loads is left out. */

const MOST_MB = 200

const folder = temporaryFolder('slim')
const bytesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0)

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(300_000)
  await slim(folder)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(`it takes at most ${MOST_MB} MB, and has none of the sources`, { tag: '@full' }, () => {
  expect(bytesIn(folder) / 1e6).toBeLessThanOrEqual(MOST_MB)
  expect(readdirSync(folder).sort()).toEqual(
    ['.next', 'dist', 'next.config.js', 'node_modules', 'package-lock.json', 'package.json', 'prisma', 'public', 'scripts'].sort(),
  )
})

/** A command of an operator there, as in a container of the image. @returns what it says */
async function operator(env: Record<string, string>, command: string, ...args: string[]): Promise<string> {
  const inherited = { ...process.env, NODE_ENV: 'production' as const, npm_config_update_notifier: 'false', INIT_CWD: folder }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command, '--', ...args], {
    cwd: folder,
    env: { ...inherited, ...env },
  })
  return stdout
}

/** Every page of the build, with the addresses of records that there are. */
function pagesOf(numbers: { repair: string; tradeIn: string }): string[] {
  const known: Record<string, string> = {
    '/admin/repairs/[number]': `/admin/repairs/${numbers.repair}`,
    '/admin/trade-ins/[number]': `/admin/trade-ins/${numbers.tradeIn}`,
    '/account/[section]': '/account/repairs',
    '/products/page/[page]': '/products/page/2',
  }
  const manifest = Object.keys(JSON.parse(readFileSync(join(folder, '.next/server/pages-manifest.json'), 'utf8')) as object)
  return manifest
    .filter((page) => !/^\/(?:_|api\/|\.well-known|robots|sitemap|social)/.test(page))
    .map((page) => known[page] ?? page.replaceAll(/\[[^/]+\]/g, 'unknown'))
}

async function visit(page: Page, path: string) {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`))
  page.on('response', (answer) => {
    const isMissing = answer.status() >= 400 && answer.url().includes('/_next/')
    if (isMissing || answer.status() >= 500) faults.push(`${path}: ${answer.url()} ${answer.status()}`)
  })
  const isFault = path === '/500'
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
  page.removeAllListeners()
  if (!isFault) expect(faults).toEqual([])
}

interface Row {
  id: string
  number: string
}

for (const engine of ['embedded', 'PostgreSQL'] as const)
  test(`it runs and is run on ${engine}`, { tag: '@full' }, async ({ browser }) => {
    test.setTimeout(600_000)
    const [s3, smtp, collector, server] = await Promise.all([
      openS3(),
      openSmtpServer(),
      openTraceCollector(),
      engine === 'PostgreSQL' ? startPostgres() : undefined,
    ])
    const dataDir = temporaryFolder('slim-data')
    const env = {
      DATA_DIR: dataDir,
      NEXTAUTH_SECRET: 'a-secret-of-the-slim-tree-0123456789',
      FILES_URL: s3.filesUrl,
      SMTP_URL: smtp.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...(server && { DATABASE_URL: server.url }),
    }
    let shop: ShopProcess | undefined
    try {
      expect(await operator(env, 'db:migrate')).toMatch(/^Applied \d{14}_/)
      expect(await operator(env, 'db:seed')).toMatch(/^Loaded the demo shop/)
      shop = await ready(
        await spawnShop({ folder, dataDir, env: { ...env, HOST: '127.0.0.1' }, logFile: `test-results/slim-${engine}.log` }),
      )
      await walk(await newBrowser(browser, shop), shop)

      // Files are in the bucket, emails at the mail server, spans at the collector.
      expect(s3.keys().length).toBeGreaterThanOrEqual(4)
      await expect.poll(() => smtp.messages.length).toBeGreaterThanOrEqual(1)
      const message = await readMessage(smtp.messages[0] ?? Buffer.alloc(0))
      expect(message.to).toEqual([admin.email])

      const backup = join(dataDir, 'all.backup.gz')
      expect(await operator(env, 'db:backup', backup)).toMatch(/^Wrote \d+ rows/)
      expect(await shop.stop()).toBe(0)
      expect(collector.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['send email', 'S3 PutObject']))
      expect(await operator(env, 'db:restore', backup, '--replace')).toMatch(/^Restored /)
      expect(await operator(env, 'db:migrate')).toBe('The database is up to date.\n')
      shop = await ready(await spawnShop({ folder, dataDir, env: { ...env, HOST: '127.0.0.1' } }))
      expect((await fetch(shop.url)).status).toBe(200)
      expect(await shop.stop()).toBe(0)
    } finally {
      await shop?.kill()
      await Promise.all([s3.close(), smtp.close(), collector.close(), server?.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

async function walk(page: Page, shop: ShopProcess) {
  const at = { url: shop.url, pid: shop.pid, dataDir: '', stop: shop.stop }
  const desk = await deskOf(at)
  const firstOf = async (router: 'repairs' | 'tradeIns', number: 'repairNumber' | 'tradeInNumber'): Promise<Row> => {
    const { rows } = await desk.read<{ rows: Record<string, string>[] }>(`${router}.list`, {})
    return { id: rows[0]?.id ?? '', number: rows[0]?.[number] ?? '' }
  }
  const repair = await firstOf('repairs', 'repairNumber')
  const tradeIn = await firstOf('tradeIns', 'tradeInNumber')

  await signIn(page, admin)
  for (const path of pagesOf({ repair: repair.number, tradeIn: tradeIn.number })) await visit(page, path)
  for (const path of publicPages) expect(await typeOf(socialCardOf(path)), path).toBe('image/png')
  for (const kind of ['job-sheet', 'label', 'receipt'] as const)
    expect(await typeOf(caseDocumentAddress({ noun: 'repairs', id: repair.id }, kind)), kind).toBe('application/pdf')

  await csvBothWays()
  await pictures()

  // An email goes out, and a second factor comes in.
  await desk.call('auth.requestPasswordReset', { email: admin.email })
  const { app } = await addApp(page)
  const other = await newBrowser(page.context().browser() ?? raise(), shop)
  await submitSignIn(other, admin)
  await field(other, 'Code').fill(app.nextCode())
  await button(other, 'Verify').click()
  await other.waitForURL((url) => url.pathname !== '/auth')
  await visit(other, '/admin/machines')
  await other.context().close()

  function raise(): never {
    throw new Error('The page has no browser')
  }

  /** Of what comes from there for an administrator, which must be all there. */
  async function typeOf(address: string) {
    const answer = await desk.http.get(address, { headers: desk.headers })
    expect(answer.status(), address).toBe(200)
    const body = await answer.body()
    const type = answer.headers()['content-type'] ?? ''
    expect(body.length, address).toBeGreaterThan(1000)
    if (type === 'application/pdf') expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    else expect((await sharp(body).metadata()).width, address).toBeGreaterThan(0)
    return type
  }

  async function csvBothWays() {
    const file = await (await desk.http.get('/api/export/machines.csv', { headers: desk.headers })).text()
    const [head = '', first = ''] = file.trim().split(/\r?\n/)
    expect(head).toContain('baseValueGood')
    const { batchId } = await desk.call<{ batchId: string }>('imports.start', { noun: 'machines', fileName: 'machines.csv' })
    const name = head.split(',').indexOf('model')
    const added = first.split(',').map((cell, at) => (at === name ? 'Slim 1' : head.split(',')[at] === 'id' ? '' : cell))
    const sent = await desk.http.post(`/api/imports/${batchId}`, {
      headers: { ...desk.headers, 'content-type': 'text/csv' },
      data: `${head}\n${first}\n${added.join(',')}\n`,
    })
    expect(sent.ok(), await sent.text()).toBe(true)
    const preview = await desk.read<{ counts: Record<string, number> }>('imports.preview', { batchId })
    expect(preview.counts).toMatchObject({ new: 1, unchanged: 1, wrong: 0 })
    await desk.call('imports.commit', { batchId })
  }

  async function pictures() {
    const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#f59e0b' } })
      .jpeg()
      .toBuffer()
    for (const [file, data] of [
      ['photo.jpg', jpeg],
      ['drawing.heic', readFileSync('tests/setup/files/drawing.heic')],
    ] as const) {
      const query = new URLSearchParams({ noun: 'repairs', id: repair.id, name: file }).toString()
      const sent = await desk.http.post(`/api/case-files?${query}`, {
        headers: { ...desk.headers, 'content-type': 'application/octet-stream' },
        data,
      })
      expect(sent.ok(), await sent.text()).toBe(true)
    }
    const { files } = await desk.read<{ files: { name: string; address: string; thumbnailAddress: string | null }[] }>('cases.files.list', {
      noun: 'repairs',
      id: repair.id,
    })
    for (const name of ['photo.jpg', 'drawing.heic']) {
      const stored = files.find((file) => file.name === name)
      expect(await typeOf(stored?.address ?? '')).toBe('image/jpeg')
      expect(await typeOf(stored?.thumbnailAddress ?? '')).toBe('image/jpeg')
    }
  }
}
