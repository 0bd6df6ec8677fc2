import type { NextApiHandler } from 'next'
import * as z from 'zod'
import { paths, publicPages } from '~/lib/paths'
import { isOwnRequest } from '~/server/site/regenerate'

// Read before the caller is known.
export const config = { api: { bodyParser: { sizeLimit: '64kb' } } }

const faultPages = ['/404', '/500']

const body = z.object({ page: z.enum(publicPages) })

/** Regenerates a static page, for this process alone; others get 404. */
const handler: NextApiHandler = async (req, res) => {
  const input = body.safeParse(req.body)
  if (!isOwnRequest(req.headers.authorization) || !input.success) {
    res.status(404).end()
    return
  }
  await res.revalidate(input.data.page)
  // Error pages name the site and its address too. One that cannot be regenerated stays as built.
  if (input.data.page === paths.home) await Promise.allSettled(faultPages.map((page) => res.revalidate(page)))
  res.status(200).json({ page: input.data.page })
}

export default handler
