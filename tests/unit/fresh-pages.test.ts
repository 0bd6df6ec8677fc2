import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { publicPages, type PublicPage } from '~/lib/paths'
import { afterFreshPages } from '~/server/http/pages/fresh-pages'
import { ask, close, listen } from '../setup/loopback'

/** The build made the pages from the defaults: none of them is sent before this process has made it from the database. */

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A server whose pages are made when the test says so. */
async function startServer() {
  const wanted: PublicPage[] = []
  const finish = new Map<PublicPage | 'all', () => void>()
  const waiting = new Map<PublicPage | 'all', Promise<void>>()
  const until = (page: PublicPage | 'all') => {
    const known = waiting.get(page)
    if (known) return known
    const made = new Promise<void>((resolve) => finish.set(page, resolve))
    waiting.set(page, made)
    return made
  }
  const made = new Set<PublicPage>()
  const asked = (page: PublicPage) => {
    if (made.has(page)) return undefined
    wanted.push(page)
    return until(page).then(() => void made.add(page))
  }
  const answer: RequestListener = (req, res) => res.end(`answered ${req.url ?? ''}`)
  const server = createServer(afterFreshPages({ asked, all: () => until('all') }, answer))
  const port = await listen(server)
  ending.push(() => close(server))
  const changed = (page: PublicPage) => {
    made.delete(page)
    waiting.delete(page)
  }
  return { port, wanted, made, changed, finish: (page: PublicPage | 'all') => finish.get(page)?.() }
}

/** The state of an answer once those that need not wait have come. */
async function isAnswered(answer: Promise<unknown>, port: number): Promise<boolean> {
  let answered = false
  void answer.then(() => (answered = true))
  await ask(port, '/api/health')
  return answered
}

it.each([
  ['/products?sort=price', '/products'],
  ['/_next/data/build-1/trade-in/submit.json', '/trade-in/submit'],
  ['/_next/data/build-1/index.json', '/'],
] as const)('%s waits for the page %s alone, at first and where it must be made again', async (url, page) => {
  const { port, wanted, changed, finish } = await startServer()
  const answer = ask(port, url)
  await expect.poll(() => wanted).toEqual([page])
  expect(await isAnswered(answer, port)).toBe(false)
  finish(page)
  expect((await answer).body.toString()).toBe(`answered ${url}`)
  expect((await ask(port, url)).status).toBe(200)

  changed(page)
  const later = ask(port, url)
  await expect.poll(() => wanted).toEqual([page, page])
  expect(await isAnswered(later, port)).toBe(false)
  finish(page)
  expect((await later).status).toBe(200)
})

it.each(['/not-there', '/admin/orders', '/products/page/2'])('%s waits for all pages, and none waits afterwards', async (url) => {
  const { port, made, finish } = await startServer()
  const answer = ask(port, url)
  expect(await isAnswered(answer, port)).toBe(false)
  for (const page of publicPages) made.add(page)
  finish('all')
  expect((await answer).status).toBe(200)
  for (const page of publicPages) expect((await ask(port, page)).status).toBe(200)
})

it.each(['/api/trpc/settings.public', '/_next/static/chunks/main.js', '/favicon.ico'])('%s waits for none', async (url) => {
  const { port } = await startServer()
  expect((await ask(port, url)).status).toBe(200)
})
