import type { NextApiRequest, NextApiResponse } from 'next'
import type { Viewer } from '~/server/identity/auth/read-session'
import { linkQuery, linkState, mustSeeFile } from '~/server/cases/base/file-access'
import { FileStoreError } from '~/server/platform/files/file-store'
import type { Services } from '~/server/services'

/** Other types, as plain SQL may have written, are sent as bytes. */
const TYPES: Partial<Record<string, string>> = {
  'image/jpeg': 'image/jpeg',
  'application/pdf': 'application/pdf',
  'application/json': 'application/json; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
}
const KEPT_SECONDS = 5 * 60

/** RFC 6266: a name in ASCII, and the name itself. */
export const disposition = (kind: 'inline' | 'attachment', name: string) =>
  `${kind}; filename="${name.replaceAll(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

export const refuse = (res: NextApiResponse, status: number, message: string) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.status(status).json({ message })
}

interface Refusal {
  status: number
  message: string
}

const refused = (message: string): Refusal => ({ status: 403, message })
const noFile: Refusal = { status: 404, message: 'There is no such file.' }

async function followLink({ db: { prisma }, secret, now }: Services, viewer: Viewer, req: NextApiRequest) {
  const query = linkQuery.safeParse(req.query)
  if (!query.success) return noFile
  const state = linkState(secret, viewer.userId, query.data, now().getTime() / 1000)
  if (state === 'foreign') return refused('This link is not yours. Open the file from the page of its case.')
  if (state === 'expired') return refused('This link has expired. Open the file from the page of its case.')
  const { fileId, size } = query.data
  await mustSeeFile(prisma, viewer, fileId)
  const file = await prisma.caseFile.findUnique({
    where: { id: fileId, removedAt: null },
    select: { id: true, kind: true, name: true, contentType: true, storageKey: true, thumbnailKey: true },
  })
  const key = size === 'full' ? file?.storageKey : file?.thumbnailKey
  return file && key ? { file, key, type: size === 'full' ? TYPES[file.contentType] : 'image/jpeg' } : noFile
}

export async function sendCaseFile(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const found = await followLink(services, viewer, req)
  if ('status' in found) {
    refuse(res, found.status, found.message)
    return
  }
  await sendStoredFile(services, found, res)
}

interface StoredFile {
  file: { id: string; kind: string; name: string }
  key: string
  type: string | undefined
}

/** A detected type and a sandbox keep browsers from running it. */
export async function sendStoredFile(services: Services, { file, key, type }: StoredFile, res: NextApiResponse): Promise<void> {
  const isPicture = file.kind === 'picture'
  try {
    const bytes = await services.files.get(key)
    res.writeHead(200, {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Length': bytes.byteLength,
      'Content-Disposition': disposition(isPicture ? 'inline' : 'attachment', pictureName(file.name, isPicture)),
      'Cache-Control': `private, max-age=${KEPT_SECONDS}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    res.end(bytes)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    services.log.error({ err: error, fileId: file.id }, 'A file cannot be had from the file store')
    if (error.reason === 'unavailable') res.setHeader('Retry-After', '10')
    refuse(res, error.reason === 'unavailable' ? 503 : 502, error.message)
  }
}

const pictureName = (name: string, isPicture: boolean) => {
  const short = name.slice(0, 200)
  return isPicture && !/\.jpe?g$/i.test(short) ? `${short.replace(/\.\w{1,5}$/, '')}.jpg` : short
}
