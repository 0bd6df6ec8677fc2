import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { pictureFiles, pictureUploadQuery } from '~/contracts/catalogue/product-pictures'
import { rowId } from '~/contracts/fields'
import { admitPicture, listPictures, PICTURE_TYPE, storePicture } from '~/server/catalogue/products/product-pictures'
import { uploaderOf } from '~/server/identity/auth/caller-limits'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { FileStoreError } from '~/server/platform/files/file-store'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { answerWith, mustBeUpload } from './case-file-upload'
import { UploadRefusal } from './file-body'
import { takeUpload } from './take-upload'

export async function receiveProductPicture(
  services: Services,
  publicUrl: string,
  viewer: Viewer,
  req: NextApiRequest,
  res: NextApiResponse,
): Promise<void> {
  await answerWith(services, req, res, async () => {
    mustBeUpload(publicUrl, req)
    const query = pictureUploadQuery.safeParse(req.query)
    if (!query.success)
      throw new UploadRefusal(400, query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
    const { productId } = query.data
    await admitPicture(services, productId)
    const actor = actorOf(viewer, clientInfo(req), currentRequestId())
    const sender = { lane: 'desk', id: uploaderOf(viewer), network: null } as const
    const id = await takeUpload(services, { req, res }, sender, (upload) =>
      storePicture({ ...services, actor }, viewer.userId, query.data, upload),
    )
    return { picture: (await listPictures(services, productId)).find((picture) => picture.id === id) }
  })
}

const pictureQuery = z.object({ pictureId: rowId, size: z.enum(pictureFiles) })

function refuse(res: NextApiResponse, status: number, message: string): void {
  res.setHeader('Cache-Control', 'no-store')
  res.status(status).json({ message })
}

/** May be cached for ever: another picture has another address. */
export async function sendProductPicture(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('Allow', 'GET, HEAD')
    refuse(res, 405, 'Read the picture with GET.')
    return
  }
  const query = pictureQuery.safeParse(req.query)
  const picture = query.success
    ? await services.db.prisma.productPicture.findUnique({
        where: { id: query.data.pictureId },
        select: { storageKey: true, thumbnailKey: true },
      })
    : null
  if (!query.success || !picture) {
    refuse(res, 404, 'There is no such picture.')
    return
  }
  try {
    const bytes = await services.files.get(query.data.size === 'full.webp' ? picture.storageKey : picture.thumbnailKey)
    res.writeHead(200, {
      'Content-Type': PICTURE_TYPE,
      'Content-Length': bytes.byteLength,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    res.end(req.method === 'HEAD' ? undefined : bytes)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    services.log.error({ err: error, pictureId: query.data.pictureId }, 'A picture cannot be had from the file store')
    if (error.reason === 'unavailable') res.setHeader('Retry-After', '10')
    refuse(res, error.reason === 'unavailable' ? 503 : 502, error.message)
  }
}
