import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { emailsTo } from './support/accounts'
import { toast } from './support/admin'
import { test } from './support/sql-shop'

/** The desk's emails to customers, with the outgoing mail beside it (docs/decisions/014): nothing leaves that was not announced. */

const status = (page: Page, number: string) => page.getByRole('combobox', { name: `Status of ${number}` })
const id = (number: number) => `f7e6d5c${number}-0000-4000-8000-00000000000${number}`
/** 15 s until it may go, and 10 in which the queue looks. */
const GONE = { timeout: 40_000 }

test(
  'letters are named, not sent, undone, and sent: the list, and many at once',
  { tag: '@full' },
  async ({ adminPage: page, database, shop }) => {
    test.setTimeout(150_000)
    await database.query(`DELETE FROM repairs; DELETE FROM users WHERE email LIKE '%@letters.example'`)
    await database.query(`INSERT INTO users (id, email) VALUES ('${id(1)}', 'ada@letters.example'), ('${id(2)}', 'bob@letters.example')`)
    const rows = [1, 2, 3, 4].map((each) => `('${id(each)}', 'LET-${each}', '${id(each === 4 ? 2 : 1)}', 'repairing', '{"model": "S19"}')`)
    await database.query(`INSERT INTO repairs (id, repair_number, user_id, status, device_info) VALUES ${rows.join(', ')}`)
    const sent = async () =>
      [...(await emailsTo(shop, 'ada@letters.example')), ...(await emailsTo(shop, 'bob@letters.example'))]
        .map(({ subject }) => subject)
        .sort()
    await page.goto('/admin/repairs')

    await test.step('Don’t send keeps the status and sends nothing', async () => {
      await status(page, 'LET-1').selectOption('completed')
      await expect(toast(page, 'status', 'Repair status updated to completed')).toBeVisible()
      const named = page.getByRole('status').filter({ hasText: 'To ada@letters.example: Your repair LET-1 is complete' })
      await expect(named).toContainText('Email in 15 seconds')
      await expectAccessible(page, 'the toast of a letter')
      await named.getByRole('button', { name: 'Don’t send' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Email not sent' })).toContainText('Your repair LET-1 is complete')
      await expect(status(page, 'LET-1')).toHaveValue('completed')
    })

    await test.step('Undo takes status and letter back', async () => {
      await page.reload()
      await status(page, 'LET-2').selectOption('completed')
      await page.getByRole('status').filter({ hasText: 'Repair status updated to completed' }).getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Email not sent' }).filter({ hasText: 'LET-2' })).toBeVisible()
      await expect(status(page, 'LET-2')).toHaveValue('repairing')
    })

    const many = async (to: string, sends: boolean) => {
      for (const number of ['LET-3', 'LET-4']) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
      const bar = page.getByRole('region', { name: 'Selected rows' })
      await bar.getByRole('combobox', { name: 'New status' }).selectOption(to)
      await bar.getByRole('button', { name: 'Change status' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change status?' })
      const box = dialog.getByRole('checkbox', { name: 'Send 2 emails to 2 customers' })
      await expect(box).toBeChecked()
      if (!sends) await box.uncheck()
      await expectAccessible(page, 'the question about many')
      await dialog.getByRole('button', { name: 'Change 2 repairs' }).click()
      await expect(toast(page, 'status', '2 changed')).toBeVisible()
    }
    await test.step('many ask first, send none where that is wished, and are undone as one', async () => {
      await many('Shipped', false)
      await expect(status(page, 'LET-3')).toHaveValue('shipped')
      await page.getByRole('status').filter({ hasText: '2 changed' }).getByRole('button', { name: 'Undo' }).click()
      await expect(toast(page, 'status', '2 set back')).toBeVisible()
      await expect(status(page, 'LET-4')).toHaveValue('repairing')
    })
    await test.step('and only what was announced has left', async () => {
      await many('Completed', true)
      await expect(page.getByRole('status').filter({ hasText: '2 emails' })).toContainText(
        'To bob@letters.example: Your repair LET-4 is complete',
      )
      await expect.poll(async () => (await sent()).length, GONE).toBe(2)
      expect(await sent()).toEqual(['Your repair LET-3 is complete', 'Your repair LET-4 is complete'])
    })
  },
)
