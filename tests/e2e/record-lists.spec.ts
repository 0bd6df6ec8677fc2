import type { Locator } from '@playwright/test'
import { records } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { atState, expectAccessible } from './support/accessibility'
import { cut, expectNoSidewaysScroll, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/**
 * One journey through each list of what the shop itself keeps, over rows put in by plain SQL (requirements §2, §5, §8, §9). What each
 * list and its forms do in detail is proven by tests/components and by the API tests of its record type.
 */

type RecordNoun = 'products' | 'machines'

interface RecordList {
  heading: string
  columns: string[]
  /** Puts in three rows; their names in the order of the list as it opens, and what stands in each. */
  rows: string
  names: [string, string, string]
  cells: string[][][]
  /** Checks the rest of a row. */
  shows?: (row: (name: string) => Locator) => Promise<void>
  /** Finds the last row, in other capitals; and what finds the second one alone. */
  search: string
  filter: [label: string, option: string, address: RegExp]
  /** A header, the address after it was pressed, and the rows in that order. */
  sort: [header: string, address: RegExp, order: number[]]
  /** An added row: what is typed, its name, what is stored, and what an empty form says or does. */
  added: { typed: Record<string, string>; name: string; stored: Record<string, unknown>; said: string }
  expectNotYet: (form: Locator) => Promise<void>
  /** A value that is edited by keyboard, one typed over somebody else's change by plain SQL, and the fields of both. */
  edit: { label: string; shown: string; typed: string; mine: string; theirs: string; change: string; others: [label: string, text: string] }
  updated: string
  sixty: string
  /** The text that finds those sixty, and how they are called one by one in the list. */
  sixtieth: (place: number) => string
}

const lists: Record<RecordNoun, RecordList> = {
  products: {
    heading: 'Product Management',
    columns: ['Product', 'Category', 'Price', 'Stock', 'Status', 'Actions'],
    rows: `INSERT INTO products (name, category, manufacturer, model, price, stock_quantity, description, image_url, is_active, created_at) VALUES
      ('Antminer S21', 'ASIC Miners', 'Bitmain', 'S21', 3999.99, 12, 'Air-cooled', '/products/four-fan-miner.svg', true, '2026-02-03T12:00:00Z'),
      ('100%_Fan', 'Parts', NULL, NULL, NULL, 0, NULL, NULL, false, '2026-02-02T12:00:00Z'),
      ('Whatsminer M60', 'ASIC Miners', 'MicroBT', NULL, 0, 1, NULL, 'https://pictures.invalid/none.png', true, '2026-02-01T12:00:00Z')`,
    names: ['Antminer S21', '100%_Fan', 'Whatsminer M60'],
    cells: [
      [['Antminer S21', 'Bitmain S21'], ['ASIC Miners'], ['€3,999.99'], ['12 units'], ['Active']],
      [['100%_Fan'], ['Parts'], ['Not set'], ['0 units'], ['Inactive']],
      [['Whatsminer M60', 'MicroBT'], ['ASIC Miners'], ['€0.00'], ['1 units'], ['Active']],
    ],
    shows: async (row) => {
      await expect(row('Antminer S21').locator('img')).toHaveAttribute('src', '/products/four-fan-miner.svg')
      // A picture that cannot be loaded leaves no broken one.
      for (const name of ['100%_Fan', 'Whatsminer M60']) await expect(row(name).locator('img')).toHaveCount(0)
    },
    search: 'MICRObt',
    filter: ['Filter products', 'Parts', /category=Parts/],
    sort: ['Stock', /sort=stock/, [2, 3, 1]],
    added: {
      typed: { Name: 'Test kit', Category: 'Parts', Stock: '3' },
      name: 'Test kit',
      stored: { name: 'Test kit', category: 'Parts', stock_quantity: 3, is_active: true, price: null, manufacturer: null, image_url: null },
      said: 'Product created successfully',
    },
    expectNotYet: async (form) => {
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      for (const message of ['Name is required', 'Category is required', 'Stock is required'])
        await expect(form.getByText(message)).toBeVisible()
    },
    edit: {
      label: 'Price',
      shown: 'Not set',
      typed: '12.34',
      mine: '3500',
      theirs: '€4,200.00',
      change: `UPDATE products SET price = 4200, description = 'Theirs' WHERE name = 'Test kit'`,
      others: ['Description', 'Theirs'],
    },
    updated: 'Product updated successfully',
    sixty: `INSERT INTO products (name, category, created_at)
      SELECT 'Many ' || n, 'Parts', '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`,
    sixtieth: (place) => `Many ${61 - place}`,
  },
  machines: {
    heading: 'Machine Catalog',
    columns: ['Machine', 'Specs', 'Excellent', 'Good', 'Fair', 'Poor', 'Status', 'Actions'],
    rows: `INSERT INTO trade_in_machines (manufacturer, model, hashrate, power_consumption, base_value_excellent, base_value_good, is_active) VALUES
      ('Bitmain', 'S19 Pro', '110 TH/s', '3250W', 1300.5, 900, true),
      ('Goldshell', '100%_KD6', '', '', 0, 0, false),
      ('MicroBT', 'Whatsminer M50', '118 TH/s', '', 2000, 0, true)`,
    names: ['Bitmain S19 Pro', 'Goldshell 100%_KD6', 'MicroBT Whatsminer M50'],
    cells: [
      [['Bitmain S19 Pro', 'ASIC Miner'], ['110 TH/s', '3250W'], ['€1,300.50'], ['€900.00'], ['€0.00'], ['€0.00'], ['Active']],
      [['Goldshell 100%_KD6', 'ASIC Miner'], ['Not given'], ['€0.00'], ['€0.00'], ['€0.00'], ['€0.00'], ['Inactive']],
      [['MicroBT Whatsminer M50', 'ASIC Miner'], ['118 TH/s'], ['€2,000.00'], ['€0.00'], ['€0.00'], ['€0.00'], ['Active']],
    ],
    search: 'whatsMINER',
    filter: ['Filter by status', 'Inactive', /status=inactive/],
    sort: ['Excellent', /sort=-value/, [3, 1, 2]],
    added: {
      typed: { Manufacturer: 'Testmaker', Model: 'Added', Hashrate: '77 TH/s', 'Excellent value': '1300.5', Notes: 'From the test' },
      name: 'Testmaker Added',
      stored: {
        manufacturer: 'Testmaker',
        model: 'Added',
        category: 'ASIC Miner',
        hashrate: '77 TH/s',
        is_active: true,
        notes: 'From the test',
      },
      said: 'Machine added successfully',
    },
    expectNotYet: async (form) => {
      await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
      await form.getByLabel('Manufacturer', { exact: true }).fill('Testmaker')
      await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    },
    edit: {
      label: 'Good value',
      shown: '€0.00',
      typed: '12.34',
      mine: '3500',
      theirs: '€700.00',
      change: `UPDATE trade_in_machines SET base_value_good = 700, hashrate = '50 TH/s' WHERE model = 'Added'`,
      others: ['Hashrate', '50 TH/s'],
    },
    updated: 'Machine updated successfully',
    sixty: `INSERT INTO trade_in_machines (manufacturer, model) SELECT 'Many', to_char(n, 'FM00') FROM generate_series(1, 60) AS n`,
    sixtieth: (place) => `Many ${place}`,
  },
}

test.beforeEach(({ database }) => database.query('DELETE FROM products; DELETE FROM trade_in_machines'))

for (const noun of ['products', 'machines'] as const) {
  test(`the list of ${noun}, and a ${records[noun].one} from its adding on`, { tag: '@full' }, async ({ adminPage: page, database }) => {
    test.setTimeout(180_000)
    const { one, many, table: sqlTable } = records[noun]
    const title = capitalised(one)
    const { heading, columns, names, cells, search, filter, sort, added, edit, ...list } = lists[noun]
    const table = page.getByRole('table', { name: capitalised(many) })
    const rows = table.locator('tbody').getByRole('row')
    const row = (name: string) => table.getByRole('row').filter({ hasText: name })
    const dialog = page.getByRole('dialog')
    const field = (label: string) => dialog.getByLabel(label, { exact: true })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    const editOf = (name: string) => page.getByRole('button', { name: `Edit ${name}` })
    const expectRows = async (texts: string[]) => {
      await expect(rows).toHaveCount(texts.length)
      await expect(rows).toContainText(texts)
    }
    const open = async (query = '') => {
      await page.goto(`/admin/${many}${query}`)
      await expect(rows.first()).toBeVisible()
    }
    await database.query(list.rows)

    await test.step('columns and rows, with words for what is not known', async () => {
      await open()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(table.getByRole('columnheader')).toHaveText(columns)
      await expectRows(names)
      for (const [place, name] of names.entries()) {
        const texts = await row(name).getByRole('cell').allInnerTexts()
        expect(texts.slice(0, -1).map((text) => text.split('\n').filter((line) => line !== ''))).toEqual(cells[place])
      }
      await list.shows?.(row)
      await atState(page, async (look) => {
        await expectAccessible(page, `the list, ${look}`)
        await expectNoSidewaysScroll(page)
      })
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('search, filters and sort live in the address', async () => {
      const box = page.getByPlaceholder(`Search ${many}...`)
      await box.fill(search)
      await expect(page).toHaveURL(new RegExp(`search=${search}`))
      await expectRows([names[2]])
      await page.reload()
      await expect(box).toHaveValue(search)
      await expectRows([names[2]])
      await box.fill('%')
      await expectRows([names[1]])
      await box.fill('nothing')
      await expect(page.getByText(`No ${many} match your search`)).toBeVisible()
      await page.getByRole('button', { name: `Show all ${many}` }).click()
      await expect(box).toHaveValue('')
      const [label, option, address] = filter
      await page.getByLabel(label).selectOption(option)
      await expect(page).toHaveURL(address)
      await expectRows([names[1]])
      await page.goBack()
      await expectRows(names)
      await page.getByRole('table').getByRole('button', { name: sort[0], exact: true }).click()
      await expect(page).toHaveURL(sort[1])
      await expectRows(sort[2].map((place) => String(names[place - 1])))
    })

    await test.step('one is added once it is complete', async () => {
      await open()
      await page.getByRole('button', { name: `Add ${title}` }).click()
      await expect(page.getByRole('dialog', { name: `Add ${title}` })).toBeVisible()
      await list.expectNotYet(dialog)
      for (const [name, text] of Object.entries(added.typed)) await field(name).fill(text)
      await save.click()
      await expect(toast(page, 'status', added.said)).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(row(added.name)).toContainText(edit.shown)
      const names = Object.keys(added.stored).join(', ')
      expect(await database.query(`SELECT ${names} FROM ${sqlTable} ORDER BY created_at DESC LIMIT 1`)).toEqual([added.stored])
    })

    await test.step('by keyboard alone it is found and edited, as its history tells', async () => {
      await tabTo(page, page.getByPlaceholder(`Search ${many}...`))
      await page.keyboard.type(added.name.slice(-5))
      await expect(rows).toHaveCount(1)
      await tabTo(page, editOf(added.name))
      await page.keyboard.press('Enter')
      await tabTo(page, field(edit.label))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(edit.typed)
      await page.keyboard.press('Enter')
      await expect(toast(page, 'status', list.updated)).toBeVisible()
      await expect(row(added.name)).toContainText(`€${edit.typed}`)
      await expect(editOf(added.name)).toBeFocused()

      await editOf(added.name).click()
      await dialog.getByRole('button', { name: 'History' }).click()
      const history = dialog.getByRole('list', { name: 'History' }).getByRole('listitem')
      await expect(history.filter({ hasText: `${edit.label} changed` })).toContainText(/€12\.34.*admin@example\.com/s)
      await expect(history.filter({ hasText: `${title} ${noun === 'products' ? 'created' : 'added'}` })).toBeVisible()
      await expectAccessible(page, 'the history')
      await page.keyboard.press('Escape')
    })

    await test.step('an edit that came too late shows both versions', async () => {
      // The stream's news does not arrive in time.
      await cut(page, 'admin.onChange')
      await open()
      await editOf(added.name).click()
      await field(edit.label).fill(edit.mine)
      await database.query(edit.change)
      await save.click()
      const difference = (label: string) => dialog.getByRole('listitem').filter({ hasText: label })
      await expect(difference(edit.label)).toContainText(new RegExp(`€3,500\\.00.*${edit.theirs}`, 's'))
      await expect(difference(edit.others[0])).toContainText(edit.others[1])
      await expectAccessible(page, 'the comparison')
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await expect(toast(page, 'status', list.updated)).toBeVisible()
      await expect(row(added.name)).toContainText('€3,500.00')
      await editOf(added.name).click()
      await expect(field(edit.others[0])).toHaveValue(edit.others[1])
    })

    await test.step('typed text is not lost unasked', async () => {
      await field(edit.label).fill('-5')
      await save.click()
      await expect(dialog.getByText('Must not be negative')).toBeVisible()
      await atState(page, (look) => expectAccessible(page, `the dialog, ${look}`))
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard changes?' })
      await expect(question).toBeVisible()
      await atState(page, (look) => expectAccessible(page, `the question, ${look}`))
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(dialog).toBeHidden()
      await expect(row(added.name)).toContainText('€3,500.00')
    })

    await test.step('pages follow one another without a gap', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await database.query(list.sixty)
      await open('?search=Many')
      await expect(page.getByText(`1–50 of 60 ${many}`)).toBeVisible()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText(`51–60 of 60 ${many}`)).toBeVisible()
      await expectRows(Array.from({ length: 10 }, (_, index) => list.sixtieth(51 + index)))
    })
  })
}

test(
  'by keyboard alone a product is deleted once that was confirmed; one that is gone already leaves the list with a word',
  { tag: '@full' },
  async ({ adminPage: page, database }) => {
    await database.query(lists.products.rows)
    // The stream's news does not arrive in time.
    await cut(page, 'admin.onChange')
    await page.goto('/admin/products')
    const row = (name: string) => page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: name })
    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete this product?' })
    await page.getByRole('button', { name: 'Delete 100%_Fan' }).click()
    await database.query(`DELETE FROM products WHERE name = '100%_Fan'`)
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page, 'alert', 'Failed to delete product')).toContainText('There is no such product.')
    await expect(row('100%_Fan')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.goto('/admin/products?search=S21')
    const remove = page.getByRole('button', { name: 'Delete Antminer S21' })
    await tabTo(page, remove)
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await atState(page, async (look) => {
      await expectAccessible(page, `the question, ${look}`)
      await expectNoSidewaysScroll(page)
    })
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(remove).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'status', 'Product deleted successfully')).toBeVisible()
    await expect(page.getByText('No products match your search')).toBeVisible()
    // The focus is at the list, before its search and filters, not at the top of the page.
    await tabTo(page, page.getByRole('button', { name: 'Show all products' }), { most: 12 })
    expect(await database.query('SELECT name FROM products')).toEqual([{ name: 'Whatsminer M60' }])
  },
)
