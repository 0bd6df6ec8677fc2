import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import type { LiveTopic } from '~/contracts/site'
import { paths, publicPages, type PublicPage } from '~/lib/paths'
import type { Services } from '~/server/services'

/**
 * Keeps the static pages right: every process makes its pages anew when it starts and when a change
 * arrives (docs/decisions/003). Next makes a page anew only from inside an API route, so the
 * process calls its own route in memory, with a key that nobody else knows.
 */

declare global {
  var shopRegenerateKey: string | undefined
}

const REGENERATE_ROUTE = '/api/internal/regenerate'

const machinePages: readonly PublicPage[] = [paths.home, paths.tradeIn]

const pagesOf: Record<LiveTopic, readonly PublicPage[]> = { settings: publicPages, machines: machinePages, products: [paths.products] }

const keyOfProcess = () => (globalThis.shopRegenerateKey ??= randomBytes(24).toString('base64url'))

/** Whether a request to the route comes from this process itself. */
export function isOwnRequest(authorization: string | undefined): boolean {
  const expected = Buffer.from(`Bearer ${keyOfProcess()}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

async function regenerate(handler: Handler, pages: Iterable<string>): Promise<void> {
  const response = await inject(handler, {
    method: 'POST',
    url: REGENERATE_ROUTE,
    headers: { authorization: `Bearer ${keyOfProcess()}`, host: 'localhost' },
    payload: { pages: [...pages] },
  })
  if (response.statusCode !== 200) throw new Error(`Pages were not made anew: ${response.statusCode} ${response.payload}`)
}

const RETRY_MS = 1_000

/**
 * Makes every page anew, then the pages of each topic that changes. Changes that come while pages
 * are being made are taken together afterwards.
 * @param made is told each time which pages are new; where it fails they are made once more
 * @returns once all pages are current
 */
export async function keepPagesFresh(
  { live, log }: Pick<Services, 'log'> & { live: Pick<Services['live'], 'events'> },
  handler: Handler,
  made: (pages: readonly PublicPage[]) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const due = new Set<PublicPage>(publicPages)
  let running: Promise<void> | undefined

  const work = async () => {
    while (due.size > 0) {
      const pages = [...due]
      due.clear()
      try {
        await regenerate(handler, pages)
        await made(pages)
      } catch (error) {
        for (const page of pages) due.add(page)
        log.error({ err: error }, 'Static pages could not be made anew; trying again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
  const start = () => (running ??= work().finally(() => (running = undefined)))

  live.events.on('change', (topic) => {
    for (const page of pagesOf[topic]) due.add(page)
    void start()
  })
  await start()
}
