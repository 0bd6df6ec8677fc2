import type { Page } from '@playwright/test'
import { records, type StatusNoun } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { atState, expectAccessible } from './support/accessibility'
import { cut, expectNoSidewaysScroll, toast } from './support/admin'
import { expect } from './support/fixtures'
import { tabTo } from './support/focus'
import { test } from './support/sql-shop'

/**
 * One journey through the list of each record type with a status, over rows put in by plain SQL (requirements §2, §4, §5, §8, §9). What each
 * list does in detail is proven by tests/components/status-lists.test.tsx and by the API tests of its record type.
 */

const id = (number: number) => `a1b2c3d${number}-0000-4000-8000-00000000000${number}`

interface StatusList {
  title: string
  /** Puts in four rows, of which the last is the newest: of Ada, of somebody without a name, of somebody without a profile, of nobody. */
  rows: string
  numbers: [string, string, string, string]
  columns: string[]
  /** The cells in the rows of Ada and of somebody without a profile. */
  ada: string[][]
  bare: string[][]
  /** The status of the four rows. */
  statuses: [string, string, string, string]
  /** A figure before and after the second row is completed. */
  figures: string
  figure: [label: string, before: string, after: string]
  /** A header, the address after it was pressed, and the rows in that order. */
  sort: [header: string, sort: string, order: number[]]
  details: Record<string, string | RegExp>
}

const DEVICE = '{"manufacturer": "Bitmain", "model": "Antminer S19"}'

const lists: Record<StatusNoun, StatusList> = {
  orders: {
    title: 'Order',
    rows: `INSERT INTO orders (id, order_number, user_id, status, total_amount, created_at) VALUES
      ('${id(1)}', 'ORD-1', '${id(1)}', 'completed', 1300.5, '2026-02-01T12:00:00Z'),
      ('${id(2)}', 'ORD-2', '${id(2)}', 'pending', 20, '2026-02-02T12:00:00Z'),
      ('${id(3)}', 'ORD-3', '${id(3)}', 'processing', 0.5, '2026-02-03T12:00:00Z'),
      ('${id(4)}', 'ORD-4', NULL, 'cancelled', 99999.99, '2026-02-04T12:00:00Z')`,
    numbers: ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4'],
    columns: ['Order', 'Customer', 'Amount', 'Status', 'Date', 'Actions'],
    ada: [['ORD-1', 'a1b2c3d1'], ['Ada Sharp', 'ada@customer.example'], ['€1,300.50'], ['Completed'], ['1 Feb 2026']],
    bare: [['ORD-3', 'a1b2c3d3'], ['No name', 'No email'], ['€0.50'], ['Processing'], ['3 Feb 2026']],
    statuses: ['completed', 'pending', 'processing', 'cancelled'],
    figures: 'Order totals',
    figure: ['Total Revenue', '€1,300.50', '€1,320.50'],
    sort: ['Amount', '-amount', [4, 1, 2, 3]],
    details: { Customer: /Ada Sharp\s*ada@customer\.example/, Amount: '€1,300.50', Placed: '1 February 2026 at 12:00' },
  },
  repairs: {
    title: 'Repair',
    rows: `INSERT INTO repairs (id, repair_number, user_id, status, device_info, problem_description, diagnosis, repair_notes, estimated_cost, actual_cost, created_at) VALUES
      ('${id(1)}', 'REP-1', '${id(1)}', 'completed', '${DEVICE}', 'No power', 'A blown fuse', 'Fuse replaced', 100, 120.5, '2026-02-01T12:00:00Z'),
      ('${id(2)}', 'REP-2', '${id(2)}', 'received', '{"manufacturer": "MicroBT", "model": "M50"}', 'Hot', NULL, NULL, 80, NULL, '2026-02-02T12:00:00Z'),
      ('${id(3)}', 'REP-3', '${id(3)}', 'shipped', '{}', NULL, NULL, NULL, NULL, NULL, '2026-02-03T12:00:00Z'),
      ('${id(4)}', 'REP-4', NULL, 'testing', '{"model": "S9"}', '', '', '', NULL, 0, '2026-02-04T12:00:00Z')`,
    numbers: ['REP-1', 'REP-2', 'REP-3', 'REP-4'],
    columns: ['Repair #', 'Customer', 'Device', 'Status', 'Cost', 'Date', 'Actions'],
    ada: [['REP-1'], ['Ada Sharp', 'ada@customer.example'], ['Bitmain Antminer S19'], ['Completed'], ['€120.50'], ['1 Feb 2026']],
    bare: [['REP-3'], ['No name', 'No email'], ['Unknown device'], ['Shipped'], ['TBD'], ['3 Feb 2026']],
    statuses: ['completed', 'received', 'shipped', 'testing'],
    figures: 'Repair figures',
    figure: ['Active Repairs', '2', '1'],
    sort: ['Date', 'created', [1, 2, 3, 4]],
    details: {
      Customer: /Ada Sharp\s*ada@customer\.example/,
      Device: 'Bitmain Antminer S19',
      'Problem description': 'No power',
      Diagnosis: 'A blown fuse',
      'Repair notes': 'Fuse replaced',
      'Estimated cost': '€100.00',
      'Actual cost': '€120.50',
      'Received on': '1 February 2026 at 12:00',
    },
  },
  tradeIns: {
    title: 'Trade-in',
    rows: `INSERT INTO trade_ins (id, trade_in_number, user_id, status, device_info, condition_assessment, evaluation_notes, estimated_value, final_value, created_at) VALUES
      ('${id(1)}', 'TRD-1', '${id(1)}', 'completed', '${DEVICE}', 'Good', 'Ran for two hours', 100, 120.5, '2026-02-01T12:00:00Z'),
      ('${id(2)}', 'TRD-2', '${id(2)}', 'submitted', '{"manufacturer": "MicroBT", "model": "M50"}', NULL, NULL, 80, 79.5, '2026-02-02T12:00:00Z'),
      ('${id(3)}', 'TRD-3', '${id(3)}', 'rejected', '{}', NULL, NULL, NULL, NULL, '2026-02-03T12:00:00Z'),
      ('${id(4)}', 'TRD-4', NULL, 'evaluated', '{"model": "S9"}', '', '', NULL, 0, '2026-02-04T12:00:00Z')`,
    numbers: ['TRD-1', 'TRD-2', 'TRD-3', 'TRD-4'],
    columns: ['Trade-in #', 'Customer', 'Device', 'Status', 'Value', 'Date', 'Actions'],
    ada: [['TRD-1'], ['Ada Sharp', 'ada@customer.example'], ['Bitmain Antminer S19'], ['Completed'], ['€120.50'], ['1 Feb 2026']],
    bare: [['TRD-3'], ['No name', 'No email'], ['Unknown device'], ['Rejected'], ['TBD'], ['3 Feb 2026']],
    statuses: ['completed', 'submitted', 'rejected', 'evaluated'],
    figures: 'Trade-in figures',
    figure: ['Total Value', '€120.50', '€200.00'],
    sort: ['Date', 'created', [1, 2, 3, 4]],
    details: {
      Customer: /Ada Sharp\s*ada@customer\.example/,
      'Device info': /^\{\s*"[a-z]+": "[^"]+",\s*"[a-z]+": "[^"]+"\s*\}$/,
      'Condition assessment': 'Good',
      'Evaluation notes': 'Ran for two hours',
      'Estimated value': '€100.00',
      'Final value': '€120.50',
      'Submitted on': '1 February 2026 at 12:00',
    },
  },
}

/** The list of a record type as a browser shows it. */
function listOn(page: Page, noun: StatusNoun) {
  const { one, many, route } = records[noun]
  const { title, figures } = lists[noun]
  const table = page.getByRole('table', { name: capitalised(many) })
  const rows = table.locator('tbody').getByRole('row')
  const row = (number: string) => table.getByRole('row').filter({ hasText: number })
  return {
    table,
    row,
    open: async (query = '') => {
      await page.goto(`/admin/${route}${query}`)
      await expect(rows.first()).toBeVisible()
    },
    /** These rows and no others; `toContainText` by itself is content with more. */
    expectRows: async (texts: string[]) => {
      await expect(rows).toHaveCount(texts.length)
      await expect(rows).toContainText(texts)
    },
    cells: async (number: string) => (await row(number).getByRole('cell').allInnerTexts()).map((text) => text.split('\n')),
    status: (number: string) => page.getByRole('combobox', { name: `Status of ${number}` }),
    figure: (label: string) => page.getByLabel(figures).locator('div').filter({ hasText: label }).locator('dd'),
    count: (status: string) =>
      page
        .getByLabel(`${capitalised(many)} by status`)
        .locator('> div')
        .filter({ hasText: capitalised(status) })
        .locator('dd'),
    /** Waits until it is said that a status is that now. */
    expectSaid: (status: string) => expect(toast(page, 'status', `${title} status updated to ${status}`)).toBeVisible(),
    dialog: (number?: string) => page.getByRole('dialog', { name: `${title} Details${number === undefined ? '' : ` - ${number}`}` }),
    unknown: `There is no such ${one}.`,
  }
}

test.beforeEach(async ({ database }) => {
  await database.query(`DELETE FROM orders; DELETE FROM repairs; DELETE FROM trade_ins`)
  await database.query(`DELETE FROM users WHERE email LIKE '%@customer.example'`)
  await database.query(`INSERT INTO users (id, email) VALUES
    ('${id(1)}', 'ada@customer.example'), ('${id(2)}', 'nameless@customer.example'), ('${id(3)}', 'bare@customer.example')`)
  await database.query(`INSERT INTO profiles (user_id, email, full_name, role, created_at) VALUES
    ('${id(1)}', 'ada@customer.example', 'Ada Sharp', 'customer', '2026-01-01'),
    ('${id(2)}', 'nameless@customer.example', NULL, 'customer', '2026-01-01')`)
})

for (const noun of ['orders', 'repairs', 'tradeIns'] as const) {
  test(`the list of ${records[noun].many}, from its rows to their details`, { tag: '@full' }, async ({ adminPage: page, database }) => {
    test.setTimeout(180_000)
    const { many, table: sqlTable, route, auditSubject } = records[noun]
    const { number: numberColumn, statuses: allStatuses } = records[noun].status
    const { title, rows, numbers, columns, ada, bare, statuses, figure, sort, details } = lists[noun]
    const [first, second, third, fourth] = numbers
    const [, pending, other] = statuses
    const list = listOn(page, noun)
    await database.query(rows)

    await test.step('figures, columns and rows, with words for what is not known', async () => {
      await list.open()
      await expect(page.getByRole('heading', { level: 1, name: `${title} Management` })).toBeVisible()
      await expect(list.figure(figure[0])).toHaveText(figure[1])
      for (const status of allStatuses) await expect(list.count(status)).toHaveText(statuses.some((each) => each === status) ? '1' : '0')
      await expect(list.table.getByRole('columnheader')).toHaveText(columns)
      await list.expectRows(numbers.toReversed())
      expect((await list.cells(first)).slice(0, -1)).toEqual(ada)
      expect((await list.cells(third)).slice(0, -1)).toEqual(bare)
      expect((await list.cells(second))[1]).toEqual(['No name', 'nameless@customer.example'])
      expect((await list.cells(fourth))[1]).toEqual(['No name', 'No email'])
      await expect(list.status(third).getByRole('option')).toHaveText(allStatuses.map(capitalised))
      await atState(page, async (look) => {
        await expectAccessible(page, `the list, ${look}`)
        await expectNoSidewaysScroll(page)
      })
    })

    await test.step('search, filter and sort live in the address', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const search = page.getByPlaceholder(`Search ${many}...`)
      await search.fill('SHARP')
      await expect(page).toHaveURL(/search=SHARP/)
      await list.expectRows([first])
      await page.reload()
      await expect(search).toHaveValue('SHARP')
      await list.expectRows([first])
      await search.fill('%')
      await expect(page.getByText(`No ${many} match your filters`)).toBeVisible()
      await page.getByRole('button', { name: `Show all ${many}` }).click()
      await expect(search).toHaveValue('')
      await page.getByLabel('Filter by status').selectOption(capitalised(other))
      await expect(page).toHaveURL(new RegExp(`status=${other}`))
      await list.expectRows([third])
      await page.goBack()
      await expect(list.row(fourth)).toBeVisible()
      const [header, address, order] = sort
      await page.getByRole('button', { name: header, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`sort=${address}`))
      await list.expectRows(order.map((place) => String(numbers[place - 1])))
    })

    await test.step('by keyboard alone a status is set, said, counted and undone, and the details are read', async () => {
      await list.open()
      await tabTo(page, page.getByPlaceholder(`Search ${many}...`))
      await page.keyboard.type(second)
      await expect(list.row(first)).toHaveCount(0)
      await tabTo(page, list.status(second))
      // On the way to 'completed' nothing is set.
      const saves: string[] = []
      page.on('request', (request) => {
        if (request.url().includes(`${noun}.updateStatus`)) saves.push(request.postData() ?? '')
      })
      const steps = allStatuses.findIndex((each) => each === 'completed') - allStatuses.findIndex((each) => each === pending)
      for (let down = 0; down < steps; down++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await list.expectSaid('completed')
      expect(saves).toHaveLength(1)
      await expect(list.status(second)).toBeFocused()
      await expect(list.row(second).getByRole('cell').nth(3)).toHaveText('Completed', { useInnerText: true })
      await expect(list.figure(figure[0])).toHaveText(figure[2])
      await expect(list.count('completed')).toHaveText('2')
      await expectAccessible(page, 'the toast')
      await tabTo(page, page.getByRole('button', { name: 'Undo' }))
      await page.keyboard.press('Enter')
      await list.expectSaid(pending)
      await expect(list.figure(figure[0])).toHaveText(figure[1])
      const action = `${auditSubject}.status_changed`
      const entry = { action, actor_email: 'admin@example.com' }
      const log = `SELECT action, actor_email, before, after FROM audit_log WHERE subject_id = '${id(2)}' AND action = '${action}' ORDER BY id DESC LIMIT 2`
      expect(await database.query(log)).toEqual([
        { ...entry, before: { status: 'completed' }, after: { status: pending } },
        { ...entry, before: { status: pending }, after: { status: 'completed' } },
      ])

      const view = page.getByRole('button', { name: `View details of ${second}` })
      await tabTo(page, view, { key: 'Shift+Tab' })
      await page.keyboard.press('Enter')
      await expect(list.dialog(second)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(list.dialog()).toBeHidden()
      await expect(view).toBeFocused()
    })

    await test.step('several rows get a status, by keyboard too', async () => {
      await list.open()
      await page.getByRole('checkbox', { name: `Select ${second}` }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('checkbox', { name: `Select ${fourth}` }).check()
      const bar = page.getByRole('region', { name: 'Selected rows' })
      await expect(bar).toContainText('2 selected')
      await bar.getByRole('combobox', { name: 'New status' }).selectOption(capitalised(other))
      await bar.getByRole('button', { name: 'Change status' }).press('Enter')
      const change = page.getByRole('button', { name: `Change 2 ${many}` })
      await expect(change).toBeEnabled()
      await change.press('Enter')
      await expect(toast(page, 'status', '2 changed')).toBeVisible()
      await expect(bar).toBeHidden()
      await expect(list.row(fourth)).toContainText(capitalised(other))
    })

    await test.step('details stand in the address, tell everything and the history, and close with Back', async () => {
      await list.open(`?search=${first.slice(0, 3)}`)
      await list.status(first).selectOption(capitalised(other))
      if (noun === 'repairs') await page.getByRole('button', { name: 'Ship anyway' }).click()
      await list.expectSaid(other)
      await page.getByRole('button', { name: `View details of ${first}` }).click()
      await expect(page).toHaveURL(new RegExp(`details=${id(1)}`))
      const dialog = list.dialog(first)
      for (const [label, text] of Object.entries({ ...details, Status: capitalised(other) }))
        await expect(
          dialog
            .locator('dl > div')
            .filter({ has: page.getByText(label, { exact: true }) })
            .locator('dd'),
        ).toHaveText(text)
      await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
        new RegExp(`Status changed.*Completed.*${capitalised(other)}.*admin@example\\.com`, 's'),
      )
      await page.reload()
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`search=${first.slice(0, 3)}$`))
      await page.goForward()
      await expect(dialog.getByRole('list', { name: 'History' })).toBeVisible()
      await atState(page, async (look) => {
        await expectAccessible(page, `the details, ${look}`)
        await expectNoSidewaysScroll(page)
      })
      await page.goto(`/admin/${route}?details=00000000-0000-0000-0000-000000000000`)
      await expect(list.dialog().getByRole('alert')).toHaveText(list.unknown)
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/admin/${route}$`))
    })

    await test.step('pages follow one another without a gap', async () => {
      await database.query(`INSERT INTO ${sqlTable} (${numberColumn}, created_at)
        SELECT 'MANY-' || n, '2025-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 60) AS n`)
      await list.open('?search=MANY')
      await expect(page.getByText(`1–50 of 60 ${many}`)).toBeVisible()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText(`51–60 of 60 ${many}`)).toBeVisible()
      await list.expectRows(Array.from({ length: 10 }, (_, index) => `MANY-${10 - index}`))
      await page.reload()
      await expect(page.getByText(`51–60 of 60 ${many}`)).toBeVisible()
      await page.goBack()
      await expect(page.getByText(`1–50 of 60 ${many}`)).toBeVisible()
    })

    await test.step('of two administrators’ changes none is lost unseen', async () => {
      const change = (status: string) => database.query(`UPDATE ${sqlTable} SET status = '${status}' WHERE ${numberColumn} = '${second}'`)
      await change(pending)
      // The stream's news does not arrive in time.
      await cut(page, 'admin.onChange')
      await list.open(`?search=${second}`)
      await list.row(second).getByRole('button', { name: 'Show more' }).click()
      await change(other)
      await list.status(second).selectOption('Completed')
      const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
      await expect(dialog.getByRole('listitem')).toContainText(
        new RegExp(`Yours\\s*Completed\\s*Saved by someone else\\s*${capitalised(other)}`),
      )
      await expectAccessible(page, 'the comparison')
      await dialog.getByRole('button', { name: 'Use theirs' }).click()
      await expect(list.status(second)).toHaveValue(other)

      await change(pending)
      await list.status(second).selectOption('Completed')
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await list.expectSaid('completed')
      expect(await database.query(`SELECT status FROM ${sqlTable} WHERE ${numberColumn} = '${second}'`)).toEqual([{ status: 'completed' }])
    })
  })
}
