import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from './tools/chromium.mjs'
import { program, Refusal, root } from './tools/project.mjs'

/**
 * Makes the pictures of README.md (docs/pictures/*.webp) from a demo shop that runs already, as it was loaded:
 *
 *     npm run docs:pictures -- [ADDRESS] [DATA_DIR]
 *
 * It signs in with the passwords that the demo shop has made into its DATA_DIR; ADMIN_EMAIL and ADMIN_PASSWORD where they were chosen.
 */

const [address = 'http://localhost:3000', dataDir = '.data'] = process.argv.slice(2)

/** A picture that takes longer to load than the text around it is in its way. */
const MAX_BYTES = 60_000

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

function passwordIn(name) {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim()
  } catch {
    throw new Refusal(`There is no ${join(dataDir, name)}: name the DATA_DIR of a demo shop whose passwords are the first ones.`)
  }
}

/** A window of its own, signed in if somebody is named; nobody is asked about cookies. */
async function openWindow(browser, viewport, who) {
  const context = await browser.newContext({ baseURL: address, viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'))
  const page = await context.newPage()
  if (!who) return page
  await page.goto('/auth')
  await page.getByLabel('Email').first().fill(who.email)
  await page.getByLabel('Password', { exact: true }).first().fill(who.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/auth')
  return page
}

/** @param anchor a locator that is scrolled to the top; without one the picture is of the top of the page */
async function take(page, name, anchor) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  if (anchor) await anchor.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 80))
  const picture = await page.screenshot({ animations: 'disabled' })
  for (let quality = 85; quality >= 30; quality -= 5) {
    const webp = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > MAX_BYTES) continue
    writeFileSync(join(root, 'docs/pictures', `${name}.webp`), webp)
    console.log(`${name}.webp: ${Math.round(webp.length / 1000)} kB, quality ${quality}`)
    return
  }
  throw new Refusal(`${name} takes more than ${MAX_BYTES / 1000} kB.`)
}

await program(async () => {
  const admin = {
    email: process.env.ADMIN_EMAIL ?? 'admin@ohmfield.example',
    password: process.env.ADMIN_PASSWORD ?? passwordIn('admin-password'),
  }
  const customer = { email: 'rosa.hartley@example.com', password: passwordIn('demo-customer-password') }
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  // Its sandbox cannot be had as root, as in a container.
  const browser = await chromium.launch({ executablePath: await ensureChromium(), chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const visitor = await openWindow(browser, desktop)
    await visitor.goto('/')
    await take(visitor, 'storefront')

    const own = await openWindow(browser, desktop, customer)
    await own.goto('/account/repairs')
    const link = own.getByRole('main').getByRole('link', { name: /^REP-/ }).first()
    const number = (await link.textContent())?.trim() ?? ''
    await own.goto(`/account/repairs/${number}`)
    const question = own.getByRole('heading', { name: /your answer/ })
    await question.waitFor()
    await take(own, 'customer')
    await own.setViewportSize(phone)
    await take(own, 'phone', question)

    const desk = await openWindow(browser, desktop, admin)
    await desk.goto('/admin/repairs?view=board')
    await desk.getByRole('main').getByRole('link').first().waitFor()
    await take(desk, 'board')
    await desk.goto(`/admin/repairs/${number}`)
    const section = desk.getByRole('heading', { name: 'Estimate', exact: true })
    await section.waitFor()
    await desk.locator('summary', { hasText: 'lines' }).first().click()
    await take(desk, 'case', section)
  } finally {
    await browser.close()
  }
})
