import type { RequestListener } from 'node:http'
import { publicPages, type PublicPage } from '~/lib/paths'
import type { FreshPages } from '~/server/site/regenerate'

const DATA = /^\/_next\/data\/[^/]+(\/.*)\.json$/
/** Calls and files do not change with the database. */
const NOT_PAGES = /^\/(?:api|_next\/static)\/|\.\w+$/

function pageOf(url: string): PublicPage | undefined | null {
  const path = url.split('?', 1)[0] ?? '/'
  const named = DATA.exec(path)?.[1]?.replace(/^\/index$/, '/') ?? path
  return publicPages.find((page) => page === named) ?? (named === path && NOT_PAGES.test(path) ? null : undefined)
}

/**
 * Requests wait until their page was made from the database: the build made them from defaults, and changes are not always made at once.
 * Even 'not found' names the shop, so it waits until all were made.
 */
export function afterFreshPages(pages: FreshPages, answer: RequestListener): RequestListener {
  let all: Promise<void> | undefined = pages.all().then(() => {
    all = undefined
  })
  const awaited = (url: string) => {
    const page = pageOf(url)
    return page === undefined ? all : page && pages.asked(page)
  }
  return (req, res) => {
    const making = awaited(req.url ?? '/')
    if (!making) answer(req, res)
    else
      void making.then(() => {
        answer(req, res)
      })
  }
}
