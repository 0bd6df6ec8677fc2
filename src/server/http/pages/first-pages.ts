import type { RequestListener } from 'node:http'
import { publicPages, type PublicPage } from '~/lib/paths'
import type { FirstPages } from '~/server/site/regenerate'

const DATA = /^\/_next\/data\/[^/]+(\/.*)\.json$/
/** Calls and files do not change with the database. */
const NOT_PAGES = /^\/(?:api|_next\/static)\/|\.\w+$/

function pageOf(url: string): PublicPage | undefined | null {
  const path = url.split('?', 1)[0] ?? '/'
  const named = DATA.exec(path)?.[1]?.replace(/^\/index$/, '/') ?? path
  return publicPages.find((page) => page === named) ?? (named === path && NOT_PAGES.test(path) ? null : undefined)
}

/** Makes requests wait until all pages were made from the database: the build made them from defaults. Even 'not found' names the shop. */
export function afterFirstPages(pages: FirstPages, answer: RequestListener): RequestListener {
  let made = false
  const all = pages.all().then(() => {
    made = true
  })
  return (req, res) => {
    const page = made ? null : pageOf(req.url ?? '/')
    if (page === null) answer(req, res)
    else
      void (page === undefined ? all : pages.first(page)).then(() => {
        answer(req, res)
      })
  }
}
