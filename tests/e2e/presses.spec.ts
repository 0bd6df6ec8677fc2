import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toast } from './support/admin'
import { emailsTo } from './support/accounts'
import { deskOf, type Desk } from './support/desk'
import { expect, test } from './support/fixtures'
import { expectOnFirstScreen, handsOn, type Hands } from './support/hands'
import type { ShopServer } from './support/shop-server'
import { button, casePage, inDialog, line, machineOf, openRepair, SERIAL, testTasks, type Task } from './support/tasks'

/** Further tasks of staff and of customers, each with the presses that it may take; the commonest are in counted-tasks.spec.ts. */

const PHONE = { width: 390, height: 844 }

/** A repair whose customer has an estimate to answer. @returns its number */
async function sendEstimate(desk: Desk, serialNumber: string): Promise<string> {
  const number = await openRepair(desk, serialNumber)
  const { repair } = await desk.read<{ repair: { id: string } }>('repairs.byNumber', { number })
  await desk.call('repairs.saveEstimate', { id: repair.id, lines: [line] })
  await desk.call('repairs.sendEstimate', { id: repair.id })
  return number
}

/** Sends a request of three machines, and confirms it by the link in the email. */
async function confirmThree(hands: Hands, page: Page, shop: ShopServer, email: string) {
  await hands.press(button(page, 'Submit trade-in'))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = async () => {
    const emails = await emailsTo(shop, email)
    return emails.flatMap(({ text }) => /\/trade-in\/submit#confirm=[\w-]{43}/.exec(text) ?? [])[0]
  }
  await expect.poll(link).toBeDefined()
  await page.goto((await link()) ?? '')
  await hands.press(button(page, 'Confirm request'))
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible()
  expect(new Set((await page.getByRole('main').innerText()).match(/TRD-\d+/g)).size).toBe(3)
}

const tasks: readonly Task[] = [
  {
    name: 'open a case by the serial number that a scanner reads',
    may: { presses: 1 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, SERIAL)
      // The listener for scanners loads after the page, with the marks of the navigation.
      const marks = page.waitForResponse(/cases\.unread/)
      await page.goto('/admin/settings')
      await marks
      return number
    },
    work: async (hands, page, number) => {
      await hands.scan(SERIAL)
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'find a case in its list and open it',
    may: { presses: 2 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-LISTED`)
      await page.goto('/admin/repairs')
      await page.getByRole('row').nth(1).waitFor()
      return number
    },
    work: async (hands, page, number) => {
      await hands.key('/')
      await hands.type(`${SERIAL}-LISTED`)
      await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
      await hands.press(page.getByRole('row').filter({ hasText: number }))
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'see fourteen cases at once at a desk',
    may: { presses: 0 },
    begin: async (_desk, page) => {
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (_hands, page) => {
      await expectOnFirstScreen(page, page.locator('tbody').getByRole('row').nth(13))
    },
  },
  {
    name: 'see the first cases on a phone',
    may: { presses: 0 },
    window: PHONE,
    begin: async (desk, page) => {
      await openRepair(desk, `${SERIAL}-PHONE`)
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (_hands, page) => {
      const first = page.locator('tbody').getByRole('row').first()
      await expectOnFirstScreen(page, first.getByRole('cell').first())
      expect((await first.boundingBox())?.y).toBeLessThan(400)
    },
  },
  {
    name: 'narrow a list to what somebody has written about',
    may: { presses: 1 },
    begin: async (_desk, page) => {
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (hands, page) => {
      await hands.press(page.getByRole('button', { name: 'Unread', exact: true }))
      await expect(page).toHaveURL(/messages=unread/)
    },
  },
  {
    name: 'give a case of the list another status',
    may: { presses: 2, selects: 1 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-STATUS`)
      await page.goto(`/admin/repairs?search=${number}`)
      return number
    },
    work: async (hands, page, number) => {
      await hands.choose(page.getByRole('combobox', { name: `Status of ${number}` }), 'Diagnosing')
      await expect(toast(page, 'status', 'Repair status updated to diagnosing').filter({ hasText: number })).toBeVisible()
    },
  },
  {
    name: 'change the price of a product',
    may: { presses: 2 },
    begin: async (desk, page) => {
      const name = 'Pressed fan'
      await desk.call('products.create', { name, category: 'Parts', price: 20, stockQuantity: 3, isActive: false })
      await page.goto('/admin/products?search=Pressed')
      return name
    },
    work: async (hands, page, name) => {
      const row = page.getByRole('row').filter({ hasText: name })
      await hands.press(row.getByRole('button', { name: '€20.00' }))
      await hands.type('24.5')
      await hands.key('Enter')
      await expect(row).toContainText('€24.50')
      await expect(toast(page, 'status', 'Product updated successfully').filter({ hasText: name })).toBeVisible()
    },
  },
  {
    name: 'give a case its next status on its page',
    may: { presses: 2 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-NEXT`)
      await page.goto(`/admin/repairs/${number}`)
      return number
    },
    work: async (hands, page, number) => {
      await hands.press(button(page, 'Start the diagnosis'))
      await hands.press(inDialog(page, 'Change status'))
      await expect(toast(page, 'status', 'Repair status updated to diagnosing').filter({ hasText: number })).toBeVisible()
    },
  },
  {
    name: 'record the answer of a customer who rings',
    may: { presses: 2 },
    begin: async (desk, page) => {
      await page.goto(`/admin/repairs/${await sendEstimate(desk, `${SERIAL}-ANSWER`)}`)
      return ''
    },
    work: async (hands, page) => {
      await hands.press(button(page, 'Waiting for the customer since today'))
      await hands.press(inDialog(page, 'Record answer'))
      await expect(toast(page, 'status', 'Answer recorded successfully')).toBeVisible()
    },
  },
  {
    name: 'take a picture of a device on a phone',
    may: { presses: 1 },
    window: PHONE,
    begin: async (desk, page) => {
      await page.goto(`/admin/repairs/${await openRepair(desk, `${SERIAL}-PHOTO`)}`)
      return ''
    },
    work: async (hands, page) => {
      const camera = page.locator('label').filter({ hasText: /^Photo$/ })
      await expectOnFirstScreen(page, camera)
      const chooser = page.waitForEvent('filechooser')
      await hands.press(camera)
      const picture = { name: 'board.heic', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') }
      await (await chooser).setFiles(picture)
      await expect(toast(page, 'status', 'Picture added')).toBeVisible()
    },
  },
  {
    name: 'print the label of a case',
    may: { presses: 1 },
    begin: async (desk, page) => {
      await page.goto(`/admin/repairs/${await openRepair(desk, `${SERIAL}-LABEL`)}`)
      return ''
    },
    work: async (hands, page) => {
      const label = page.getByRole('link', { name: /^Print label/ })
      await expectOnFirstScreen(page, label)
      const opened = page.waitForEvent('popup')
      await hands.press(label)
      await opened
      const paper = await page.request.get((await label.getAttribute('href')) ?? '')
      expect(paper.headers()['content-type']).toBe('application/pdf')
    },
  },
  {
    name: 'begin a reply to a customer',
    may: { presses: 1 },
    begin: async (desk, page) => {
      await page.goto(`/admin/repairs/${await openRepair(desk, `${SERIAL}-REPLY`)}`)
      return ''
    },
    work: async (hands, page) => {
      await expectOnFirstScreen(page, button(page, 'Reply'))
      await hands.press(button(page, 'Reply'))
      await expect(page.getByLabel('Your message')).toBeFocused()
    },
  },
  {
    name: 'evaluate a machine in which all is well, and send the offer',
    may: { presses: 4 },
    begin: async (desk, page) => {
      const { id, manufacturer, model } = await machineOf(desk)
      const { tradeInNumber } = await desk.call<{ tradeInNumber: string }>('tradeIns.create', {
        customer: { email: 'presses@example.com' },
        machineId: id,
        deviceInfo: { manufacturer, model },
        grade: 'good',
      })
      await page.goto(`/admin/trade-ins/${tradeInNumber}`)
      return tradeInNumber
    },
    work: async (hands, page) => {
      await hands.press(button(page, 'Evaluate the machine'))
      await hands.press(button(page, 'All OK'))
      await hands.press(page.getByRole('region', { name: 'Evaluation' }).getByRole('button', { name: 'Send offer' }))
      await hands.press(inDialog(page, 'Send offer'))
      await expect(toast(page, 'status', 'Offer sent successfully')).toBeVisible()
    },
  },
  {
    name: 'estimate the value of a machine',
    may: { presses: 6, selects: 3 },
    byVisitor: true,
    begin: async (_desk, page) => {
      await page.goto('/trade-in')
      return ''
    },
    work: async (hands, page) => {
      await hands.choose(page.getByLabel('Category'), 'ASIC Miner')
      await hands.choose(page.getByLabel('Machine'), 'Bitmain Antminer S21')
      await hands.choose(page.getByLabel('Condition'), 'Good (Minor Wear)')
      await expect(page.getByRole('status', { name: 'Estimated store credit' })).toHaveText(/^€[1-9]/)
    },
  },
  {
    name: 'trade in three machines on a phone, one after the other',
    may: { presses: 12, selects: 1 },
    byVisitor: true,
    window: PHONE,
    begin: async (desk, page) => {
      const machines = await desk.read<{ manufacturer: string; model: string; baseValueGood: number }[]>('machines.active', {})
      const names = machines
        .toSorted((a, b) => a.baseValueGood - b.baseValueGood)
        .map(({ manufacturer, model }) => `${manufacturer} ${model}`)
      await page.goto('/trade-in/submit')
      return [...new Set(names)].slice(0, 3).join('\n')
    },
    work: async (hands, page, names, shop) => {
      const [first = '', ...others] = names.split('\n')
      const find = page.getByRole('combobox', { name: 'Find your machine' })
      const rows = page.getByRole('listitem', { name: /^Machine \d/ })
      const choose = async (name: string) => {
        await hands.type(name)
        await hands.press(
          page
            // The catalogue's selector has options too.
            .getByRole('listbox')
            .getByRole('option')
            .filter({ hasText: `${name},` })
            .first(),
        )
      }
      await hands.press(find)
      await choose(first)
      await hands.choose(rows.getByLabel('Condition'), 'Good (Minor Wear)')
      await hands.press(find)
      for (const [place, name] of others.entries()) {
        await choose(name)
        await expect(rows).toHaveCount(place + 2)
        await expect(find).toBeFocused()
      }
      await hands.press(page.getByLabel('Name', { exact: true }))
      await hands.type('Fay Farmer')
      await hands.press(page.getByLabel('Email', { exact: true }))
      await hands.type('presses.phone@example.com')
      await confirmThree(hands, page, shop, 'presses.phone@example.com')
    },
  },
  {
    name: 'trade in three machines by a list',
    // The fields for the list, the name and the address; Submit, and the confirmation by the email.
    may: { presses: 5, pastes: 1 },
    byVisitor: true,
    begin: async (desk, page) => {
      const { manufacturer, model } = await machineOf(desk)
      await page.goto('/trade-in/submit')
      return `${manufacturer} ${model}`
    },
    work: async (hands, page, name, shop) => {
      await hands.press(page.getByLabel('Find your machine'))
      await hands.paste([1, 2, 3].map((number) => `${name}, Good, ${SERIAL}-FARM-${number}`).join('\n'))
      await expect(page.getByRole('listitem', { name: /^Machine \d/ })).toHaveCount(3)
      await hands.press(page.getByLabel('Name', { exact: true }))
      await hands.type('Fay Farmer')
      await hands.press(page.getByLabel('Email', { exact: true }))
      await hands.type('presses.farmer@example.com')
      await confirmThree(hands, page, shop, 'presses.farmer@example.com')
    },
  },
]

testTasks(tasks, { tag: '@full' })

/** A request of three machines by a customer of a new address, each with an offer to answer. @returns the address of its page, by email */
async function offerThree(desk: Desk, shop: ShopServer, email: string) {
  const { id: machineId, manufacturer, model } = await machineOf(desk)
  const one = { machineId, deviceInfo: { manufacturer, model }, grade: 'good' }
  const first = await desk.call<{ id: string }>('tradeIns.create', {
    customer: { email, fullName: 'Cora Taps' },
    ...one,
    others: [one, one],
  })
  const together = await desk.read<{ id: string }[]>('tradeIns.together', { id: first.id })
  for (const { id } of together) {
    await desk.call('tradeIns.saveEvaluation', { id, grade: 'good' })
    await desk.call('tradeIns.sendOffer', { id })
  }
  const link = async () => (await emailsTo(shop, email)).flatMap(({ text }) => /\/track\/[\w-]+/.exec(text) ?? []).at(-1)
  await expect.poll(link, { timeout: 60_000 }).toBeDefined()
  return { ids: together.map(({ id }) => id), page: (await link()) ?? '' }
}

test.describe('a customer on a phone', { tag: '@full' }, () => {
  test.use({ viewport: PHONE })

  test('accepts three offers of a request in two presses, and comes from the email about the credit to the shop in three', async ({
    visitorPage: page,
    shop,
  }) => {
    const desk = await deskOf(shop)
    const email = 'presses.taps@example.com'
    const { ids, page: address } = await offerThree(desk, shop, email)
    await page.goto(address)
    const hands = handsOn(page)
    await hands.press(page.getByRole('button', { name: /^Accept all for €/ }))
    await hands.press(inDialog(page, 'Send answers'))
    await expect(page.getByText(/accepted/i).first()).toBeVisible()
    expect(hands.counted.presses).toBe(2)

    for (const id of ids) await desk.call('tradeIns.updateStatus', { id, status: 'completed' })
    const link = async () => (await emailsTo(shop, email)).flatMap(({ text }) => /\/auth#credit=[\w-]+/.exec(text) ?? [])[0]
    await expect.poll(link, { timeout: 60_000 }).toBeDefined()
    await page.goto((await link()) ?? '')
    const spending = handsOn(page)
    await spending.press(page.getByLabel('New password', { exact: true }))
    await spending.type('a long walk by the river')
    await spending.press(page.getByRole('button', { name: /^(Set|Choose|Save).*password/i }))
    await expect(page).toHaveURL(/\/account\/credit$/)
    await expect(page.getByText(/^€[1-9]/).first()).toBeVisible()
    await spending.press(page.getByRole('link', { name: 'Go to the shop' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(spending.counted.presses).toBe(3)
    await desk.http.dispose()
  })

  test('pays an order by transfer with one copy', async ({ visitorPage: page, shop }) => {
    const desk = await deskOf(shop)
    const name = 'Press shroud'
    const { id: productId } = await desk.call<{ id: string }>('products.create', {
      name,
      category: 'Accessories',
      price: 19.9,
      stockQuantity: 2,
    })
    const order = {
      ...{ lines: [{ productId, quantity: 1 }], total: 19.9, fullName: 'Cora Taps', email: 'presses.transfer@example.com' },
      ...{ deliveryAddress: '12 Foundry Lane\nLeeds LS1 4AP', payment: 'transfer' },
    }
    const { page: address } = await desk.call<{ page: string }>('orders.checkout', order)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address)
    const hands = handsOn(page)
    await hands.press(page.getByRole('button', { name: 'Copy all' }))
    await expect(page.getByText('Copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    for (const part of [/^IBAN: /m, /^Amount: €19\.90$/m, /^Reference: INV-/m]) expect(copied).toMatch(part)
    expect(hands.counted.presses).toBe(1)
    await desk.http.dispose()
  })
})
