import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Product } from '~/contracts/catalogue/product-admin'
import { AdminProductsScreen } from '~/features/catalogue/products/products-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { productWith, unsaid } from '../setup/products'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const product = (values: Partial<Product> = {}): Product =>
  productWith({
    name: 'Antminer S21 200T',
    manufacturer: 'Bitmain',
    model: 'Antminer S21',
    price: 3999.9,
    stockQuantity: 12,
    description: 'Air-cooled',
    imageUrl: '/products/four-fan-miner.svg',
    rating: 4.9,
    hashrate: '200 TH/s',
    power: '3500W',
    efficiency: '17.5 J/TH',
    collections: ['best-sellers'],
    shopUrl: 'https://shop.example/s21',
    ratingCount: 37,
    algorithm: 'SHA-256',
    voltage: '220–277 V',
    noise: '75 dB',
    warranty: '12 months',
    ...values,
  })

/** Plain SQL with a name and a category leaves this. */
const bare = product({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12',
  name: 'Bare',
  category: 'Parts',
  manufacturer: null,
  model: null,
  price: null,
  stockQuantity: 0,
  description: null,
  imageUrl: null,
  isActive: false,
})

type List = RouterOutputs['products']['list']
const listOf = (rows: Product[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { active: rows.length, inactive: 0 },
  categories: [
    { name: 'ASIC Miners', products: 3 },
    { name: 'Parts', products: 1 },
  ],
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<AdminProductsScreen />, api, { pathname: '/admin/products', query })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })
const retype = async (label: string, text: string) => {
  await userEvent.clear(input(label))
  if (text !== '') await enterText(input(label), text)
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the product table (requirements §2 Product Management)', () => {
  it('shows a row for each product, also where little is known', async () => {
    show({ 'products.list': () => listOf([product(), bare]) })
    const table = within(await screen.findByRole('table', { name: 'Products' }))
    await table.findByText('Antminer S21 200T')
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Product',
      'Category',
      'Price',
      'Stock',
      'Status',
      'Actions',
    ])
    const row = table.getByRole('row', { name: /Antminer S21 200T/ })
    for (const text of ['Bitmain Antminer S21', 'ASIC Miners', '€3,999.90', '12 units', 'Active']) expect(row.textContent).toContain(text)
    expect(row.querySelector('img')?.getAttribute('src')).toBe('/products/four-fan-miner.svg')
    const empty = table.getByRole('row', { name: /Bare/ })
    for (const text of ['Parts', 'Not set', '0 units', 'Inactive']) expect(empty.textContent).toContain(text)
    expect(empty.textContent).not.toContain('null')
    expect(empty.querySelector('img')).toBeNull()
    expect(table.getByText('0 units').className).not.toBe(table.getByText('12 units').className)
    expect(screen.getByText('1–2 of 2 products')).toBeTruthy()
  })

  it('shows no picture from an address that is none', async () => {
    show({ 'products.list': () => listOf([product({ imageUrl: 'javascript:alert(1)' })]) })
    const row = (await screen.findByText('Antminer S21 200T')).closest('tr')
    expect(row?.querySelector('img')).toBeNull()
  })

  it('says when nothing matches and when there is nothing', async () => {
    const none = show({ 'products.list': () => listOf([], { total: 14 }) }, { search: 'zzz', category: 'Parts' })
    expect(await screen.findByText('No products match your search')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all products' }))
    expect(address()).toEqual({})
    none.unmount()

    show({ 'products.list': () => listOf([]) })
    expect(await screen.findByText('No products found')).toBeTruthy()
  })

  it('says that products could not be loaded, and tries again', async () => {
    let broken = true
    show({
      'products.list': () => {
        if (broken) throw new Error('Failed to fetch')
        return listOf([product()])
      },
    })
    await findToast('alert', 'Error', 'Failed to fetch products')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Antminer S21 200T')).toBeTruthy()
  })

  it('keeps search, filters and sort in the address', async () => {
    const asked: RouterInputs['products']['list'][] = []
    show({
      'products.list': (view) => {
        asked.push(view)
        return listOf([product()])
      },
    })
    await screen.findByText('Antminer S21 200T')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search products...' }), 's21')
    await waitFor(() => expect(address()).toEqual({ search: 's21' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter products' }), 'Parts')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Inactive')
    await userEvent.click(screen.getByRole('button', { name: 'Stock' }))
    const view = { search: 's21', category: 'Parts', status: 'inactive', sort: 'stock' }
    await waitFor(() => expect(address()).toEqual(view))
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...view, limit: 50 }))
    expect(screen.getByRole('columnheader', { name: 'Stock' }).getAttribute('aria-sort')).toBe('ascending')
  })
})

describe("the dialog 'Add Product' (requirements §5 Product form)", () => {
  const open = async (create: NonNullable<FakeApi['products.create']>) => {
    show({ 'products.list': () => listOf([product()]), 'products.create': create })
    await userEvent.click(await screen.findByRole('button', { name: 'Add Product' }))
    return dialog('Add Product')
  }

  it('saves what is given, and null for what is not', async () => {
    const created: RouterInputs['products']['create'][] = []
    const shown = await open((values) => {
      created.push(values)
      return product()
    })
    await enterText(shown.getByLabelText('Name'), ' Fan kit ')
    await enterText(shown.getByLabelText('Category'), 'Parts')
    await userEvent.type(shown.getByLabelText('Stock'), '7')
    await userEvent.click(shown.getByRole('switch', { name: 'Active' }))
    await userEvent.click(save())
    await findToast('status', 'Success', 'Product created successfully')
    const idempotencyKey: unknown = expect.stringMatching(/^[0-9a-f]{32}$/)
    const nothing = { manufacturer: null, model: null, price: null, description: null, imageUrl: null }
    expect(created).toEqual([
      { name: 'Fan kit', category: 'Parts', stockQuantity: 7, isActive: false, ...nothing, ...unsaid, idempotencyKey },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks for name, category and stock, and for a price of whole cents', async () => {
    const shown = await open(() => product())
    await enterText(shown.getByLabelText('Price'), '1.005')
    await userEvent.click(save())
    for (const message of ['Name is required', 'Category is required', 'Stock is required', 'At most two decimals'])
      expect(await shown.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(input('Name'))
    expect(input('Price').step).toBe('0.01')
  })

  it('keeps everything typed when saving fails, and shows what the server says of a field', async () => {
    const answers: Error[] = [new Error('Failed to fetch'), refusal('BAD_REQUEST', 'name: Taken', { name: ['Taken'] })]
    const keys: unknown[] = []
    const shown = await open(({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      const answer = answers.shift()
      if (answer) throw answer
      return product()
    })
    await enterText(shown.getByLabelText('Name'), 'Fan kit')
    await enterText(shown.getByLabelText('Category'), 'Parts')
    await userEvent.type(shown.getByLabelText('Stock'), '7')
    await userEvent.click(save())
    await findToast('alert', 'Error', 'Failed to save product')
    await userEvent.click(save())
    expect(await shown.findByText('Taken')).toBeTruthy()
    expect([input('Name').value, input('Category').value, input('Stock').value]).toEqual(['Fan kit', 'Parts', '7'])
    await userEvent.click(save())
    await findToast('status', 'Success', 'Product created successfully')
    // A lost answer may have been a yes: the next try is the same one. After a refusal it is another.
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('asks before Escape throws typed text away', async () => {
    const shown = await open(() => product())
    await enterText(shown.getByLabelText('Description'), 'typed')
    await userEvent.keyboard('{Escape}')
    await userEvent.click((await dialog('Discard changes?')).getByRole('button', { name: 'Keep editing' }))
    expect(input('Description').value).toBe('typed')
    await userEvent.click(shown.getByRole('button', { name: 'Cancel' }))
    await userEvent.click((await dialog('Discard changes?')).getByRole('button', { name: 'Discard changes' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe("the dialog 'Edit Product'", () => {
  /** The list with one product, which someone else may change. */
  async function edit(first = product(), api: FakeApi = {}) {
    const server = { now: first, saves: [] as RouterInputs['products']['update'][] }
    show({
      'products.list': () => listOf([server.now]),
      'products.byId': () => server.now,
      'products.update': (values) => {
        server.saves.push(values)
        if (values.version !== server.now.version) throw refusal('CONFLICT', 'Someone else has changed this product in the meantime.')
        server.now = {
          ...server.now,
          name: values.name,
          price: typeof values.price === 'number' ? values.price : null,
          description: values.description ?? null,
          version: server.now.version + 1,
        }
        return server.now
      },
      ...api,
    })
    await userEvent.click(await screen.findByRole('button', { name: `Edit ${first.name}` }))
    // The row does not have all of it.
    await screen.findByLabelText('Name')
    return { server, shown: await dialog('Edit Product') }
  }

  it('is announced while its record comes, and leaves the list as it is', async () => {
    const arrived: ((found: ReturnType<typeof product>) => void)[] = []
    const coming = new Promise<ReturnType<typeof product>>((resolve) => arrived.push(resolve))
    show({ 'products.list': () => listOf([product()]), 'products.byId': () => coming })
    await userEvent.click(await screen.findByRole('button', { name: `Edit ${product().name}` }))
    const heard = await screen.findByText('Opening the product …')
    expect([heard.getAttribute('role'), heard.getAttribute('aria-busy')]).toEqual(['status', 'true'])
    expect(screen.queryByRole('dialog')).toBeNull()
    arrived[0]?.(product())
    await dialog('Edit Product')
    expect(screen.queryByText('Opening the product …')).toBeNull()
  })

  it('starts with the product, saves over its version and keeps the picture', async () => {
    const { server, shown } = await edit()
    expect(['Name', 'Category', 'Manufacturer', 'Model', 'Price', 'Stock', 'Description'].map((label) => input(label).value)).toEqual([
      'Antminer S21 200T',
      'ASIC Miners',
      'Bitmain',
      'Antminer S21',
      '3999.90',
      '12',
      'Air-cooled',
    ])
    expect(shown.queryByLabelText(/image|picture address/i)).toBeNull()
    await retype('Price', '')
    await retype('Manufacturer', '')
    await userEvent.click(save())
    await findToast('status', 'Success', 'Product updated successfully')
    const { tracksUnits: _tracksUnits, createdAt: _createdAt, updatedAt: _updatedAt, ...saved } = product()
    expect(server.saves).toEqual([{ ...saved, manufacturer: null, price: null }])
    expect(await screen.findByText('Not set')).toBeTruthy()
  })

  it('says whose number the stock is where a product has units, in its form and in its row', async () => {
    const { shown } = await edit(product({ tracksUnits: true }))
    expect(shown.getByLabelText<HTMLInputElement>('Stock').disabled).toBe(true)
    expect(shown.getByText('The number of units listed under it: list or withdraw units to change it')).toBeTruthy()
    expect(screen.queryByTitle(/^Change: Stock of/)).toBeNull()
    expect(screen.getByTitle(/^Change: Price of/)).toBeTruthy()
  })

  it("edits what the shop's page shows, in a section of its own", async () => {
    const { server, shown } = await edit()
    const section = within(shown.getByRole('group', { name: 'Shop page' }))
    const labels = ['Condition', 'Rating', 'Hashrate', 'Power', 'Efficiency', 'Collections', 'Shop address']
    expect(labels.map((label) => section.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'New',
      '4.9',
      '200 TH/s',
      '3500W',
      '17.5 J/TH',
      'best-sellers',
      'https://shop.example/s21',
    ])
    await retype('Rating', '5.5')
    await retype('Shop address', 'javascript:alert(1)')
    await retype('Collections', 'x'.repeat(101))
    await userEvent.click(save())
    for (const message of [
      'At most 5',
      'Must be a web address, such as https://shop.example/product',
      'A collection has at most 100 characters',
    ])
      expect(await shown.findByText(message)).toBeTruthy()
    expect(server.saves).toEqual([])
    await retype('Rating', '')
    await retype('Shop address', '')
    await retype('Collections', 'Sale, New in')
    await userEvent.click(section.getByRole('switch', { name: 'Pre-order' }))
    await userEvent.click(save())
    await findToast('status', 'Success', 'Product updated successfully')
    expect(server.saves).toMatchObject([{ rating: null, shopUrl: null, collections: ['sale', 'new-in'], isPreOrder: true }])
  })

  it('Keep mine leaves lists alone that were not touched here', async () => {
    const { server, shown } = await edit()
    await retype('Price', '3500')
    server.now = product({ collections: ['theirs'], rating: 1, version: 2 })
    await userEvent.click(save())
    const keep = await shown.findByRole('button', { name: 'Keep mine' })
    expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Price'),
      expect.stringMatching(/Rating.*4\.9.*1\.0/),
      expect.stringMatching(/Collections.*best-sellers.*theirs/),
    ])
    await userEvent.click(keep)
    await findToast('status', 'Success', 'Product updated successfully')
    expect(server.saves.at(-1)).toMatchObject({ version: 2, price: 3500, collections: ['theirs'], rating: 1 })
  })

  it('counts what was typed and taken back as unchanged', async () => {
    await edit(bare)
    await retype('Price', '5')
    await retype('Price', '')
    await retype('Stock', '0')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows both versions when someone else saved first; Keep mine joins them', async () => {
    const { server, shown } = await edit()
    await retype('Price', '3500')
    server.now = product({ price: 4200, description: 'Theirs', version: 2 })
    await userEvent.click(save())
    const keep = await shown.findByRole('button', { name: 'Keep mine' })
    expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Price.*Yours.*€3,500\.00.*Saved by someone else.*€4,200\.00/),
      expect.stringMatching(/Description.*Yours.*Air-cooled.*Saved by someone else.*Theirs/),
    ])
    await userEvent.click(keep)
    await findToast('status', 'Success', 'Product updated successfully')
    expect(server.saves.at(-1)).toMatchObject({ version: 2, price: 3500, description: 'Theirs' })
  })

  it('Use theirs puts their version into the form', async () => {
    const { server, shown } = await edit()
    await retype('Price', '3500')
    server.now = product({ price: 4200, version: 2 })
    await userEvent.click(save())
    await userEvent.click(await shown.findByRole('button', { name: 'Use theirs' }))
    await waitFor(() => expect(input('Price').value).toBe('4200.00'))
    expect(server.now.price).toBe(4200)
  })

  it('of a product that is gone fails, and keeps what was typed', async () => {
    const { shown } = await edit(product(), {
      'products.update': () => {
        throw refusal('NOT_FOUND', 'There is no such product.')
      },
    })
    await retype('Name', 'Renamed')
    await userEvent.click(save())
    await findToast('alert', 'Error', 'Failed to save product', 'There is no such product.')
    expect(shown.getByLabelText<HTMLInputElement>('Name').value).toBe('Renamed')
  })

  it('tells behind History who changed what, in the words of the form', async () => {
    const asked: RouterInputs['audit']['history'][] = []
    const at = new Date(Date.now() - 2 * 3_600_000)
    const { shown } = await edit(product(), {
      'audit.history': (subject) => {
        asked.push(subject)
        return {
          rows: [
            {
              id: '2',
              at,
              actor: 'boss@example.com',
              action: 'product.updated',
              before: { isActive: false, price: null },
              after: { isActive: true, price: 3999.9 },
            },
            { id: '1', at, actor: 'boss@example.com', action: 'product.created', before: null, after: { name: 'Antminer S21 200T' } },
          ],
          nextCursor: null,
        }
      },
    })
    expect(asked).toEqual([])
    await userEvent.click(shown.getByRole('button', { name: 'History' }))
    const list = within(await shown.findByRole('list', { name: 'History' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/Price changed.*Not set.*€3,999\.90.*boss@example\.com.*2 hours ago/),
      expect.stringMatching(/Status changed.*Inactive.*Active/),
      expect.stringMatching(/Product created.*boss@example\.com/),
    ])
    expect(asked).toMatchObject([{ subjectType: 'product', subjectId: product().id }])
  })
})

describe('deleting a product', () => {
  const QUESTION = 'Are you sure you want to delete this product?'
  const ask = async (remove: NonNullable<FakeApi['products.delete']>, list = () => listOf([product()])) => {
    show({ 'products.list': list, 'products.delete': remove })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Antminer S21 200T' }))
    const shown = await dialog('Delete Antminer S21 200T')
    expect(shown.getByText(QUESTION)).toBeTruthy()
    return shown
  }

  it('asks first; Cancel leaves it', async () => {
    const removed: unknown[] = []
    const shown = await ask((which) => {
      removed.push(which)
      return which
    })
    await userEvent.click(shown.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(removed).toEqual([])
  })

  it('takes the row away and says so', async () => {
    let rows = [product()]
    const shown = await ask(
      ({ id }) => {
        rows = rows.filter((row) => row.id !== id)
        return { id }
      },
      () => listOf(rows),
    )
    await userEvent.click(shown.getByRole('button', { name: 'Delete' }))
    await findToast('status', 'Success', 'Product deleted successfully')
    expect(await screen.findByText('No products found')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('twice is an error that leaves no stale row', async () => {
    let rows = [product()]
    const shown = await ask(
      () => {
        rows = []
        throw refusal('NOT_FOUND', 'There is no such product.')
      },
      () => listOf(rows),
    )
    await userEvent.click(shown.getByRole('button', { name: 'Delete' }))
    await findToast('alert', 'Error', 'Failed to delete product', 'There is no such product.')
    expect(await screen.findByText('No products found')).toBeTruthy()
  })

  it('that fails leaves the question open', async () => {
    const shown = await ask(() => {
      throw new Error('Failed to fetch')
    })
    await userEvent.click(shown.getByRole('button', { name: 'Delete' }))
    await findToast('alert', 'Error', 'Failed to delete product')
    expect(shown.getByText(QUESTION)).toBeTruthy()
  })

  it('of the only row of a later page leads to the page before', async () => {
    let rows = [product()]
    show(
      {
        'products.list': (view) => (view?.cursor ? listOf(rows, { total: 51, matching: 51 }) : listOf([bare], { total: 51 })),
        'products.delete': ({ id }) => {
          rows = []
          return { id }
        },
      },
      { cursor: 'c2', page: '2' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Antminer S21 200T' }))
    await userEvent.click((await dialog('Delete Antminer S21 200T')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Bare')).toBeTruthy()
    expect(address()).toEqual({})
  })
})
