import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_VIEWS } from '~/contracts/office/views'
import { openTestShop, type TestShop } from '../setup/shop'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('saved views', () => {
  let shop: TestShop
  let mine: TestShop['visitor']
  let theirs: TestShop['visitor']
  beforeAll(async () => {
    shop = await openTestShop()
    mine = (await shop.signIn('admin')).caller
    theirs = (await shop.signIn('admin')).caller
  })
  afterAll(() => shop.close())

  it('are for administrators alone', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(shop.visitor.views.list({ screen: 'orders' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.views.save({ screen: 'orders', name: 'x', query: 'a=b' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('are saved for each person and list, by name', async () => {
    const open = await mine.views.save({ screen: 'orders', name: '  Open  ', query: 'status=pending' })
    expect(open).toEqual({ id: expect.any(String), screen: 'orders', name: 'Open', query: 'status=pending' })
    await mine.views.save({ screen: 'orders', name: 'Big', query: 'sort=-amount' })
    await mine.views.save({ screen: 'repairs', name: 'Open', query: 'status=received' })
    await theirs.views.save({ screen: 'orders', name: 'Open', query: 'status=processing' })
    expect((await mine.views.list({ screen: 'orders' })).map(({ name }) => name)).toEqual(['Big', 'Open'])
    expect((await theirs.views.list({ screen: 'orders' })).map(({ query }) => query)).toEqual(['status=processing'])
  })

  it('have each name once', async () => {
    await expect(mine.views.save({ screen: 'orders', name: 'Open', query: 'status=completed' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There is already a view named “Open”.',
    })
    const big = (await mine.views.list({ screen: 'orders' }))[0]
    await expect(mine.views.rename({ id: big?.id ?? '', name: 'Open' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await mine.views.rename({ id: big?.id ?? '', name: 'Largest' })).toMatchObject({ name: 'Largest', query: 'sort=-amount' })
  })

  it('are not for others to change', async () => {
    const [view] = await mine.views.list({ screen: 'repairs' })
    const id = view?.id ?? ''
    await expect(theirs.views.rename({ id, name: 'Taken' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(theirs.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(mine.views.delete({ id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await mine.views.delete({ id })).toEqual({ id })
    expect(await mine.views.list({ screen: 'repairs' })).toEqual([])
  })

  it('refuse what cannot be saved', async () => {
    for (const input of [
      { screen: 'orders' as const, name: ' ', query: 'a=b' },
      { screen: 'orders' as const, name: 'x'.repeat(61), query: 'a=b' },
      { screen: 'orders' as const, name: 'null\0', query: 'a=b' },
      { screen: 'orders' as const, name: 'Empty', query: '' },
    ]) {
      await expect(mine.views.save(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    for (let index = 0; index < MOST_VIEWS; index++) await theirs.views.save({ screen: 'users', name: `View ${index}`, query: 'a=b' })
    await expect(theirs.views.save({ screen: 'users', name: 'One more', query: 'a=b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
