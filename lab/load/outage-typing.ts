import type { BrowserContext, Page } from '@playwright/test'
import { UNAVAILABLE_MESSAGE } from '~/server/api/errors'
import { startPostgres } from '../../tests/setup/postgres-server'
import { openBrowser, openForms, shows, signInByHand, type TypedForm } from './outage-browser'
import { Findings, holdsWithin, limitOf, type Scenario } from './scenario'
import { isHealthy, temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { sql } from './sql'

const SECONDS_DOWN = 20
const RECOVERY_MS = 5_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pages whose guard reads the session. */
const GUARDED = ['/admin', '/admin/users', '/admin/settings', '/account', '/auth']

const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => /session-token|signed-in/.test(name)).map(({ name, value }) => (value === '' ? '' : name))

/** The browser goes on by itself and people work in it, all while there is no database. */
async function duringOutage(findings: Findings, forms: readonly TypedForm[], newcomer: Page): Promise<void> {
  const context = newcomer.context()
  for (const { name, page, field, failed } of forms) {
    const { status, cookies } = await page.evaluate(async () => {
      const response = await fetch('/api/auth/session', { cache: 'no-store' })
      // As after a call that was refused, and after a sign-in in another tab.
      window.dispatchEvent(new Event('session-doubt'))
      const channel = new BroadcastChannel('auth')
      channel.postMessage('SIGNED_IN')
      channel.close()
      return { status: response.status, cookies: document.cookie }
    })
    findings.check(status === 503, `${name}: /api/auth/session answered ${status}`)
    findings.check(cookies.includes('signed-in=1'), `${name}: the marker of a session went`)
    await field.press('Enter')
    findings.check(await shows(failed), `${name}: nothing said that it was not saved`)
  }
  const [settings] = forms
  await settings?.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  const failed = settings?.page.getByRole('alert').filter({ hasText: 'Sign Out Failed' }).filter({ hasText: UNAVAILABLE_MESSAGE })
  findings.check(failed !== undefined && (await shows(failed)), "signing out did not say 'Sign Out Failed' with the server's words")

  for (const path of GUARDED) {
    const response = await context.request.get(path, { maxRedirects: 0 })
    findings.check(response.status() === 503, `${path} answered ${response.status()} ${response.headers().location ?? ''}`)
    findings.check(response.headers()['set-cookie'] === undefined, `${path} set cookies`)
  }
  await newcomer.goto('/admin/orders')
  findings.check(await shows(newcomer.getByRole('heading', { name: 'One moment, please' })), 'no page said to wait')
  findings.check((await sessionCookies(context)).length === 2, 'the cookies of the session went')
}

/** Afterwards everything goes on where it was. */
async function afterOutage(findings: Findings, forms: readonly TypedForm[], newcomer: Page, limitMs: number) {
  findings.check(
    await shows(newcomer.getByRole('heading', { level: 1, name: 'Order Management' }), limitMs),
    `the page that was opened meanwhile did not come by itself: ${newcomer.url()}`,
  )
  for (const { name, page, field, typed, saved } of forms) {
    const kept = await field.inputValue({ timeout: 1_000 }).catch(() => `nothing, at ${page.url()}`)
    findings.check(kept === typed, `${name}: '${typed}' became '${kept}'`)
    await field.press('Enter').catch(() => undefined)
    const isSaved = await shows(saved)
    const said = isSaved ? [] : await page.getByRole('alert').allInnerTexts()
    findings.check(isSaved, `${name}: it was not saved afterwards: ${said.join(' ')}`)
  }
}

/** Rows that hold what was typed. */
async function savedRows(databaseUrl: string): Promise<number> {
  const [row] = await sql(
    databaseUrl,
    `SELECT (SELECT count(*) FROM website_settings WHERE setting_value = 'Typed before the outage')
      + (SELECT count(*) FROM products WHERE name = 'A fan from before the outage')
      + (SELECT count(*) FROM profiles WHERE full_name = 'Ada of the outage') AS rows`,
  )
  return Number(row?.rows)
}

export const outageTyping: Scenario = {
  name: 'outage-typing',
  title: `PostgreSQL stopped for ${SECONDS_DOWN} s under a signed-in browser with three forms being typed`,
  run: async (short) => {
    const findings = new Findings()
    const [postgres, browser] = await Promise.all([startPostgres(), openBrowser()])
    try {
      const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl: postgres.url })
      const context = await signInByHand(browser, shop.url)
      const forms = await openForms(context)

      const down = performance.now()
      const whole = short ? Promise.resolve() : pause(SECONDS_DOWN * 1000)
      const newcomer = await context.newPage()
      await postgres.stopWhile(async () => {
        findings.check(await holdsWithin(10_000, async () => !(await isHealthy(shop.url))), 'the database did not go')
        await duringOutage(findings, forms, newcomer)
        await whole
      })
      const seconds = (performance.now() - down) / 1000
      findings.check(
        await holdsWithin(limitOf(RECOVERY_MS, short), () => isHealthy(shop.url)),
        'the shop was not well five seconds after the database was',
      )
      await afterOutage(findings, forms, newcomer, limitOf(RECOVERY_MS + 4_000, short))
      const rows = await savedRows(postgres.url)
      findings.check(rows === forms.length, `${rows} of ${forms.length} forms are in the database`)
      findings.check((await sessionCookies(context)).length === 2, 'the cookies of the session went')
      findings.check((await shop.stop()) === 0, 'the server did not stop in order')
      return findings.outcome(`${seconds.toFixed(1)} s without a database, ${forms.length} forms kept and saved`)
    } finally {
      await browser.close()
      await postgres.stop()
    }
  },
}
