import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { STORED_SIDE, type PictureType } from './answer'
import { LARGEST_HEIC_PIXELS, refuseLarge } from './picture-size'
import { Refused } from './refusals'

/** The longer side (px) of the thumbnail. */
const THUMBNAIL_SIDE = 480
const QUALITY = 82
const THUMBNAIL_QUALITY = 72

/** What is stored of a picture: JPEG, upright, without anything that the camera wrote into it. */
interface PreparedPicture {
  bytes: Buffer
  width: number
  height: number
}
export interface Picture extends PreparedPicture {
  thumbnail: PreparedPicture
}

// A process has one picture, and no more of the machine than one thread.
sharp.cache(false)
sharp.concurrency(1)

/** Opens a picture, whose header has been found to say no more than the limits. */
async function openPicture(bytes: Uint8Array, type: PictureType): Promise<Sharp> {
  // The limits are those of picture-size.ts.
  const options: SharpOptions = { limitInputPixels: false, failOn: 'error', sequentialRead: true, animated: false }
  const header = await sharp(bytes, options).metadata()
  refuseLarge(bytes, header)
  if (type !== 'image/heic' || header.compression === 'av1') return sharp(bytes, options).autoOrient()
  // Loaded for those alone: it takes as long to load as all the rest. sharp's own libvips comes without a decoder for HEVC (docs/decisions/046).
  const { decodeHeic } = await import('./heic')
  const { width, height, data } = await decodeHeic(bytes, LARGEST_HEIC_PIXELS)
  return sharp(data, { limitInputPixels: false, raw: { width, height, channels: 4 } })
}

async function draw(picture: Sharp, side: number, quality: number): Promise<PreparedPicture> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    // Without `keepMetadata` nothing that was in the file goes on: no place, no camera, no thumbnail of its own.
    .jpeg({ quality, progressive: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Makes of a picture what is stored of it: at most 2560 px, upright, JPEG, with nothing that was in the file beside the
 * picture itself, and a thumbnail.
 * @param type as its first bytes say (content-type.ts)
 * @throws {Refused} for what is no picture that can be read, or too large a one
 */
export async function preparePicture(bytes: Uint8Array, type: PictureType): Promise<Picture> {
  try {
    const prepared = await draw(await openPicture(bytes, type), STORED_SIDE, QUALITY)
    return { ...prepared, thumbnail: await draw(sharp(prepared.bytes), THUMBNAIL_SIDE, THUMBNAIL_QUALITY) }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreadable', { cause: error })
  }
}
