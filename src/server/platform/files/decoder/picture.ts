import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { STORED_SIDE, type PictureType } from './answer'
import { LARGEST_HEIC_PIXELS, refuseLarge } from './picture-size'
import { Refused } from './refusals'

/** The longer side (px) of the thumbnail. */
const THUMBNAIL_SIDE = 480
const QUALITY = 82
const THUMBNAIL_QUALITY = 72

/** The stored form of a picture: JPEG, upright, without metadata. */
interface PreparedPicture {
  bytes: Buffer
  width: number
  height: number
}
export interface Picture extends PreparedPicture {
  thumbnail: PreparedPicture
}

// A process handles one picture, with one thread.
sharp.cache(false)
sharp.concurrency(1)

/** Opens a picture whose header has passed the limits. */
async function openPicture(bytes: Uint8Array, type: PictureType): Promise<Sharp> {
  // picture-size.ts has the limits.
  const options: SharpOptions = { limitInputPixels: false, failOn: 'error', sequentialRead: true, animated: false }
  const header = await sharp(bytes, options).metadata()
  refuseLarge(bytes, header)
  if (type !== 'image/heic' || header.compression === 'av1') return sharp(bytes, options).autoOrient()
  // Loads slowly, so for HEIC alone. sharp's libvips comes without a decoder for HEVC (docs/decisions/046).
  const { decodeHeic } = await import('./heic')
  const { width, height, data } = await decodeHeic(bytes, LARGEST_HEIC_PIXELS)
  return sharp(data, { limitInputPixels: false, raw: { width, height, channels: 4 } })
}

async function draw(picture: Sharp, side: number, quality: number): Promise<PreparedPicture> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    // Without `keepMetadata` sharp drops place, camera and embedded thumbnail.
    .jpeg({ quality, progressive: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Makes the stored form of a picture: at most 2560 px, upright, JPEG, without metadata, and a thumbnail.
 * @param type by its first bytes (content-type.ts)
 * @throws {Refused} for an unreadable or too large picture
 */
export async function preparePicture(bytes: Uint8Array, type: PictureType): Promise<Picture> {
  try {
    const prepared = await draw(await openPicture(bytes, type), STORED_SIDE, QUALITY)
    return { ...prepared, thumbnail: await draw(sharp(prepared.bytes), THUMBNAIL_SIDE, THUMBNAIL_QUALITY) }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreadable', { cause: error })
  }
}
