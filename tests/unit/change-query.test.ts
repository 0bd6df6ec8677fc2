import type { NextRouter } from 'next/router'
import { expect, it } from 'vitest'
import { changeQuery } from '~/lib/change-query'
import { routerAt } from '../setup/router'

/** A router whose page shows another address when the test says so. */
function slowRouter() {
  const arrivals: (() => void)[] = []
  const asked: unknown[] = []
  const follow = (url: unknown) =>
    new Promise<boolean>((arrived) => {
      asked.push(url)
      arrivals.push(() => arrived(true))
    })
  const router: NextRouter = { ...routerAt('/admin/orders'), query: { sort: 'total' }, push: follow, replace: follow }
  return { router, asked, arrivals }
}

it('keeps both of two changes, when the page has not yet followed the first', async () => {
  const { router, asked, arrivals } = slowRouter()
  const first = changeQuery(router, 'replace', (query) => ({ ...query, search: 'ada' }))
  const second = changeQuery(router, 'push', (query) => ({ ...query, details: '1' }))
  expect(asked).toEqual([
    { pathname: '/admin/orders', query: { sort: 'total', search: 'ada' } },
    { pathname: '/admin/orders', query: { sort: 'total', search: 'ada', details: '1' } },
  ])
  for (const arrive of arrivals) arrive()
  await Promise.all([first, second])
})

it('starts from the page’s own address once nothing is on its way', async () => {
  const { router, asked, arrivals } = slowRouter()
  const gone = changeQuery(router, 'push', (query) => ({ ...query, details: '1' }))
  arrivals[0]?.()
  await gone
  void changeQuery(router, 'push', (query) => ({ ...query, search: 'ada' }))
  expect(asked[1]).toEqual({ pathname: '/admin/orders', query: { sort: 'total', search: 'ada' } })
  arrivals[1]?.()
})
