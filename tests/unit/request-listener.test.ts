import inject from 'light-my-request'
import { expect, it } from 'vitest'
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
