import inject from 'light-my-request'
import { expect, it } from 'vitest'
import { logMissingPath } from '~/server/http/missing-path'
import { createSiteFiles } from '~/server/http/site-files'

it('the site map has the pages of products as they are now', async () => {
  let products = [{ slug: 'antminer-s21' }]
  const answer = createSiteFiles('https://shop.example', true, () => products)
  const read = async () => (await inject((req, res) => void answer(req, res), '/sitemap.xml')).payload
  expect(await read()).toContain('<loc>https://shop.example/products/antminer-s21</loc>')
  products = [{ slug: 'antminer-s23' }, { slug: 'größe' }]
  const now = await read()
  expect(now).not.toContain('antminer-s21')
  for (const path of ['/', '/products', '/products/antminer-s23', '/products/gr%C3%B6%C3%9Fe'])
    expect(now).toContain(`<loc>https://shop.example${path}</loc>`)
  products = Array.from({ length: 60_000 }, (_, n) => ({ slug: `miner-${n}` }))
  expect((await read()).match(/<loc>/g)?.length).toBeLessThan(50_000)
})

it.each([
  ['/no-such-page?token=secret', 404, ['/no-such-page']],
  ['/products', 200, []],
  ['/api/nothing', 404, []],
  ['/_next/data/abc/nothing.json', 404, []],
  [`/${'x'.repeat(2_000)}`, 404, [`/${'x'.repeat(499)}`]],
])('%.30s that answers %i is logged as %.60j', async (url, status, logged) => {
  const paths: unknown[] = []
  const log = { warn: ({ path }: { path: string }) => paths.push(path) }
  await inject((req, res) => {
    logMissingPath(log, req, res)
    res.writeHead(status).end()
  }, url)
  expect(paths).toEqual(logged)
})
