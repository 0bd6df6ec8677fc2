import type { NextApiHandler } from 'next'
import * as z from 'zod'
import { isOwnRequest } from '~/server/site/regenerate'

const body = z.object({ pages: z.array(z.string().startsWith('/')).max(100) })

/** Makes static pages anew; for this process alone, everyone else finds nothing here. */
const handler: NextApiHandler = async (req, res) => {
  const input = body.safeParse(req.body)
  if (!isOwnRequest(req.headers.authorization) || !input.success) {
    res.status(404).end()
    return
  }
  await Promise.all(input.data.pages.map((page) => res.revalidate(page)))
  res.status(200).json({ pages: input.data.pages.length })
}

export default handler
