import type { NextApiRequest, NextApiResponse } from 'next'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { fileSizes } from '~/server/cases/base/file-access'
import { passportLabel } from '~/server/stock/passports/passport-label'
import { passportPicture } from '~/server/stock/passports/public-passport'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Services } from '~/server/services'
import { refuse, sendStoredFile } from './case-file-download'
import { sendPdf } from './case-document'
import { answerRefusal } from './refusal'

/** Pictures for holders of the passport's code, and its label for staff. */

const pictureQuery = z.object({ fileId: rowId, code: z.string().min(1).max(100), size: z.enum(fileSizes).default('full') })
const NO_PICTURE = 'There is no such picture.'

/** `GET /api/passport-pictures/<id>?code=…&size=…`. Its name, from staff or a camera, is not sent. */
export async function sendPassportPicture(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = pictureQuery.safeParse(req.query)
  if (!query.success || query.data.code.includes('\0')) {
    refuse(res, 404, NO_PICTURE)
    return
  }
  const { size, ...asked } = query.data
  try {
    const file = await passportPicture({ ...services, client: clientInfo(req) }, asked)
    const key = size === 'full' ? file?.storageKey : file?.thumbnailKey
    if (file && key) await sendStoredFile(services, { file: { ...file, name: 'machine.jpg' }, key, type: 'image/jpeg' }, res)
    else refuse(res, 404, NO_PICTURE)
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') refuse(res, 404, NO_PICTURE)
    else answerRefusal(res, error)
  }
}

const labelQuery = z.object({ unit: rowId, download: z.literal('1').optional() })

export async function sendPassportLabel(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = labelQuery.safeParse(req.query)
  if (!query.success) {
    res.status(400).json({ message: query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  try {
    sendPdf(await passportLabel(services, query.data.unit), { req, res, isDownload: query.data.download === '1' })
  } catch (error) {
    answerRefusal(res, error)
  }
}
