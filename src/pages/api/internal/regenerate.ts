import type { NextApiHandler } from 'next'
import * as z from 'zod'
import { paths, publicPages } from '~/lib/paths'
import { isOwnRequest } from '~/server/site/regenerate'

// Read before anybody knows whose request it is.
export const config = { api: { bodyParser: { sizeLimit: '64kb' } } }

const faultPages = ['/404', '/500']

const body = z.object({ page: z.enum(publicPages) })

/** Makes a static page anew; for this process alone, everyone else finds nothing here. */
const handler: NextApiHandler = async (req, res) => {
  const input = body.safeParse(req.body)
  if (!isOwnRequest(req.headers.authorization) || !input.success) {
    res.status(404).end()
    return
  }
  await res.revalidate(input.data.page)
  // Pages of faults name the site and its address too. One that cannot be made anew stays as it was built.
  if (input.data.page === paths.home) await Promise.allSettled(faultPages.map((page) => res.revalidate(page)))
  res.status(200).json({ page: input.data.page })
}

export default handler
