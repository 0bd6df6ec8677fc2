import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { button, field } from './accounts'
import { expect } from './fixtures'

const STEP_MS = 30_000
/** A code of the half minute before is taken until so shortly before it counts no more (ms). */
const ENTERED_WITHIN_MS = 12_000
/** An authenticator app. Each code counts once, so a test takes those of the neighbouring half minutes in turn, the earliest that counts first. */
function appWith(secret: string) {
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') })
  let last = 0
  const nextCode = () => {
    last = Math.max(last + 1, Math.floor((Date.now() + ENTERED_WITHIN_MS) / STEP_MS) - 1)
    return totp.generate({ timestamp: last * STEP_MS })
  }
  return { nextCode }
}

/** Adds an app on the account page; leaves the recovery codes in sight. */
export async function addApp(page: Page) {
  await page.goto('/account/profile')
  await button(page, 'Add authenticator app').click()
  await button(page, 'Continue').click()
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const app = appWith(await dialog.locator('code').innerText())
  await field(page, 'Code').fill(app.nextCode())
  await button(page, 'Verify').click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes).toBeVisible()
  return { app, recoveryCodes: (await codes.locator('code').innerText()).trim().split('\n') }
}
