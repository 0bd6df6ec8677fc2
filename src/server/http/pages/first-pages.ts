import type { RequestListener } from 'node:http'
import { publicPages, type PublicPage } from '~/lib/paths'
import type { FirstPages } from '~/server/site/regenerate'

/** A page's data for navigation inside the browser; the index is the home page. */
const DATA = /^\/_next\/data\/[^/]+(\/.*)\.json$/
/** Calls, and files of the build and of `public/`: they do not change with the database. */
const NOT_PAGES = /^\/(?:api|_next\/static)\/|\.\w+$/

/** The page that a request's path names; undefined for another page, null for what is none. */
function pageOf(url: string): PublicPage | undefined | null {
  const path = url.split('?', 1)[0] ?? '/'
  const named = DATA.exec(path)?.[1]?.replace(/^\/index$/, '/') ?? path
  return publicPages.find((page) => page === named) ?? (named === path && NOT_PAGES.test(path) ? null : undefined)
}

/**
 * Until every page has been made from the database once, a request for one waits until it has: the build made them from the defaults. Any
 * other page waits for all, since 'not found' names the shop too.
 */
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
