import inject from 'light-my-request'
import { expect, it } from 'vitest'
import { openPages, paths } from '~/lib/paths'
import { createRequestListener } from '~/server/http/request-listener'

const listener = createRequestListener(null, [], (req, res) => res.end(req.url))
const passedOn = async (url: string) => (await inject(listener, url)).payload

it.each(['/500', '/500?batch=1', '/_next/data/abc/500.json', '/_next/data/abc/500.json?x=1'])(
  '%s is no address of anybody',
  async (url) => {
    expect(await passedOn(url)).toMatch(/^\/404(\?|$)/)
  },
)

it.each(['/', '/5000', '/products/500', '/500/x', '/_next/data/abc/products.json', '/admin?details=/500'])(
  '%s goes on as it is',
  async (url) => {
    expect(await passedOn(url)).toBe(url)
  },
)

it.each([paths.submitTradeIn, paths.requestRepair])('%s is no address where nothing is asked for online', async (page) => {
  const closed = createRequestListener(null, [], (req, res) => res.end(req.url), undefined, true)
  const data = `/_next/data/abc${page}.json`
  for (const address of [page, `${page}?service=hashboard`, page.replace('s', '%73'), data, `${data}?x=1`]) {
    expect((await inject(closed, address)).payload).toMatch(/^\/404(\?|$)/)
    expect(await passedOn(address)).toBe(address)
  }
  expect((await inject(closed, paths.track)).payload).toBe(paths.track)
  expect(openPages(false)).not.toContain(page)
  expect(openPages(true)).toContain(page)
})
