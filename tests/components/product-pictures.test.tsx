import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProductPicture } from '~/contracts/catalogue/product-pictures'
import { AdminProductsScreen } from '~/features/catalogue/products/products-screen'
import { productWith } from '../setup/products'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { FakeRequest, named, requests } from './support/fake-request'
import { findToast } from './support/toasts'

const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const product = productWith({ id, stockQuantity: 1 })
const picture = (name: string, altText = ''): ProductPicture => ({
  id: name,
  name: `${name}.jpg`,
  altText,
  width: 60,
  height: 40,
  card: `/api/product-pictures/${name}/card.webp`,
  full: `/api/product-pictures/${name}/full.webp`,
})

/** Opens the product's dialog. */
async function open(pictures: FakeApi) {
  const rows = [{ ...product, picture: '/api/product-pictures/front/card.webp' }]
  const list = { rows, nextCursor: null, total: 1, matching: 1, counts: { active: 1, inactive: 0 }, categories: [] }
  renderScreen(
    <AdminProductsScreen />,
    { 'products.list': () => list, 'products.byId': () => product, ...pictures },
    { pathname: '/admin/products' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Antminer S21' }))
  await screen.findByLabelText('Name')
  return within(await screen.findByRole('dialog', { name: 'Edit Product' }))
}
const shown = () => within(screen.getByRole('list', { name: 'Pictures' })).getAllByRole('listitem')
const names = () =>
  shown().map((item) =>
    within(item)
      .getByText(/\.jpg$/)
      .textContent.replace('.jpg', ''),
  )

beforeEach(() => {
  FakeRequest.sent.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the pictures in a product’s dialog', () => {
  it('are chosen or dropped, several at once; each that is refused is named, and goes on when the dialog is closed', async () => {
    let pictures: ProductPicture[] = []
    const dialog = await open({ 'products.pictures.list': () => pictures })
    await dialog.findByText('No pictures yet. The shop shows a drawing.')
    await userEvent.upload(dialog.getByLabelText(/^Add pictures/), [named('front.jpg'), named('ninth.jpg')])
    fireEvent.drop(dialog.getByLabelText(/^Add pictures/), { dataTransfer: { files: [named('back.jpg')] } })
    const [first, second] = await requests(2)
    const query = new URL(first?.address ?? '', 'http://localhost').searchParams
    expect([query.get('productId'), query.get('name')]).toEqual([id, 'front.jpg'])
    expect(dialog.getByRole('progressbar', { name: 'Upload of front.jpg' })).toBeDefined()
    pictures = [picture('front')]
    first?.answer(201)
    await waitFor(() => expect(names()).toEqual(['front']))
    second?.answer(409, 'A product has at most 8 pictures.')
    const refused = (await dialog.findByText('A product has at most 8 pictures.')).closest('li')
    expect(refused?.textContent).toContain('ninth.jpg')

    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    const rest = within(await screen.findByRole('list', { name: 'Uploads' }))
    expect(rest.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('ninth.jpg'),
      expect.stringContaining('back.jpg'),
    ])
    ;(await requests(3))[2]?.answer(201)
    await waitFor(() => expect(rest.queryByText('back.jpg')).toBeNull())
  })

  it('say when there is no room', async () => {
    const dialog = await open({ 'products.pictures.list': () => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => picture(name)) })
    expect(await dialog.findByText('A product has at most 8 pictures. Remove one to add another.')).toBeDefined()
    expect(dialog.getByLabelText(/^Add pictures/)).toHaveProperty('disabled', true)
  })

  it('are put into another order by keyboard, which keeps the focus and says the new place', async () => {
    let pictures = [picture('a'), picture('b'), picture('c')]
    const calls: unknown[] = []
    const dialog = await open({
      'products.pictures.list': () => pictures,
      'products.pictures.change': ({ id: moved, place = 0 }) => {
        calls.push([moved, place])
        const [one] = pictures.filter((each) => each.id === moved)
        const others = pictures.filter((each) => each.id !== moved)
        pictures = one ? others.toSpliced(place, 0, one) : others
        return pictures
      },
    })
    const later = await dialog.findByRole('button', { name: 'Move later: a.jpg' })
    later.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual(['b', 'a', 'c']))
    expect(await dialog.findByText('a.jpg is now picture 2 of 3')).toBeDefined()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move later: a.jpg')
    expect(within(shown()[0] ?? document.body).getByText('Main picture')).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Move earlier: b.jpg' }))
    expect(calls).toEqual([['a', 1]])
  })

  it('take a text that saves itself; one that could not be saved stays', async () => {
    let pictures = [picture('a')]
    const calls: unknown[] = []
    const dialog = await open({
      'products.pictures.list': () => pictures,
      'products.pictures.change': ({ id: changed, altText = '' }) => {
        calls.push([changed, altText])
        if (calls.length === 1) throw refusal('SERVICE_UNAVAILABLE', 'The database does not answer.')
        pictures = [picture('a', altText)]
        return pictures
      },
    })
    const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Alt text of picture 1' })
    expect(field.placeholder).toBe('Antminer S21')
    await userEvent.type(field, 'Its front{Enter}')
    await findToast('alert', 'Failed to save alt text')
    expect(field.value).toBe('Its front')
    expect(await dialog.findByText('Not saved. Press Enter to try again.')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(dialog.queryByText('Not saved. Press Enter to try again.')).toBeNull())
    expect(calls).toEqual([
      ['a', 'Its front'],
      ['a', 'Its front'],
    ])
    // The form itself was not sent, and the dialog's end saves what is typed.
    await userEvent.type(field, ', lit{Escape}')
    await waitFor(() => expect(calls.at(-1)).toEqual(['a', 'Its front, lit']))
  })

  it('are removed after a question', async () => {
    let pictures = [picture('a'), picture('b')]
    const dialog = await open({
      'products.pictures.list': () => pictures,
      'products.pictures.remove': ({ id: removed }) => {
        pictures = pictures.filter((each) => each.id !== removed)
        return { id: removed }
      },
    })
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove a.jpg' }))
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Remove a.jpg' })).getByRole('button', { name: 'Remove' }))
    await findToast('status', 'Picture removed')
    await waitFor(() => expect(names()).toEqual(['b']))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pictures'))
  })
})
