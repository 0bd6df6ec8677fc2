import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type { Sharp, SharpOptions } from 'sharp'
import { codedError } from '~/server/platform/errors'
import { decodeHeic } from './heic'

/** Why a file is not taken, in a sentence for people that says what to do. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
}

/** Points of a picture that is sent: today's phones make 50 million. Each takes up to four bytes while it is worked on. */
const LARGEST_PIXELS = 64_000_000
/** A HEIC picture is decoded as a whole, with some ten bytes for each point. */
const LARGEST_HEIC_PIXELS = 50_000_000
/** The longer side (px) of what is stored, and of its thumbnail. */
const LARGEST_SIDE = 2560
const THUMBNAIL_SIDE = 480
const QUALITY = 82
const THUMBNAIL_QUALITY = 72
/** A picture that takes longer (s) is not worked on further. */
const LONGEST_SECONDS = 30

/** Pictures that are worked on at a time, and that wait. One alone: libuv's four threads have passwords and answers to see to as well. */
const AT_A_TIME = 1
const WAITING = 40
const BUSY_SECONDS = 10
const BUSY_MESSAGE = 'Many pictures are being worked on at this moment. Please send this one again in a few seconds.'

const TOO_MANY_PIXELS = 'This picture has too many pixels: 64 million at most, 50 million as HEIC. Send a smaller one.'
const UNREADABLE =
  'This picture cannot be read: it may be damaged or only a part of one. Open it, save it anew as JPEG or PNG, and send that.'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const
export type PictureType = (typeof pictureTypes)[number]

/** What is stored of a picture: JPEG, upright, without anything that the camera wrote into it. */
interface PreparedPicture {
  bytes: Buffer
  width: number
  height: number
}
export interface Picture extends PreparedPicture {
  thumbnail: PreparedPicture
}

const createGate = () => bulkhead(AT_A_TIME, WAITING)

declare global {
  // Next bundles routes apart from the process's entry; the process has one gate.
  var shopPictureGate: ReturnType<typeof createGate> | undefined
}

const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  // No picture is asked for twice, and one thread for each leaves the other processor to the shop.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Opens a picture, whose header has been found to say no more than the limits. */
async function openPicture(bytes: Uint8Array, type: PictureType): Promise<() => Sharp> {
  const sharp = await loadSharp()
  const options: SharpOptions = { limitInputPixels: LARGEST_PIXELS, failOn: 'error', sequentialRead: true, animated: false }
  // Of the header alone: a picture that says it is vast is refused before a point of it is decoded.
  const { width, height, compression } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  const isHeic = type === 'image/heic' && compression !== 'av1'
  if (width * height > (isHeic ? LARGEST_HEIC_PIXELS : LARGEST_PIXELS)) throw new FileRefusal(TOO_MANY_PIXELS)
  if (!isHeic) return () => sharp(bytes, options).autoOrient()
  // sharp's own libvips comes without a decoder for HEVC (docs/decisions/046).
  const raw = await decodeHeic(bytes, { largestPixels: LARGEST_HEIC_PIXELS, ms: LONGEST_SECONDS * 1000 })
  if (raw === 'pixels') throw new FileRefusal(TOO_MANY_PIXELS)
  if (raw === 'unreadable') throw new FileRefusal(UNREADABLE)
  return () => sharp(raw.data, { raw: { width: raw.width, height: raw.height, channels: 4 } })
}

async function draw(picture: Sharp, side: number, quality: number): Promise<PreparedPicture> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: LONGEST_SECONDS })
    // Without `keepMetadata` nothing that was in the file goes on: no place, no camera, no thumbnail of its own.
    .jpeg({ quality, progressive: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

async function work(bytes: Uint8Array, type: PictureType): Promise<Picture> {
  try {
    const picture = await openPicture(bytes, type)
    const prepared = await draw(picture(), LARGEST_SIDE, QUALITY)
    const sharp = await loadSharp()
    return { ...prepared, thumbnail: await draw(sharp(prepared.bytes), THUMBNAIL_SIDE, THUMBNAIL_QUALITY) }
  } catch (error) {
    throw error instanceof FileRefusal ? error : new FileRefusal(UNREADABLE, { cause: error })
  }
}

/**
 * Makes of a picture what is stored of it: at most 2560 px, upright, JPEG, with nothing that was in the file beside the
 * picture itself, and a thumbnail. Waits for its turn.
 * @param type as its first bytes say (content-type.ts)
 * @throws {FileRefusal} for what is no picture that can be read, or too large a one; SERVICE_UNAVAILABLE while too many wait
 */
export async function preparePicture(bytes: Uint8Array, type: PictureType): Promise<Picture> {
  try {
    return await (globalThis.shopPictureGate ??= createGate()).execute(() => work(bytes, type))
  } catch (error) {
    throw isBulkheadRejectedError(error) ? codedError('SERVICE_UNAVAILABLE', 'over_capacity', BUSY_MESSAGE, BUSY_SECONDS) : error
  }
}
