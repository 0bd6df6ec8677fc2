import sharp from 'sharp'
import type { Sharp, SharpOptions, Metadata } from 'sharp'
import { STORED_SIDE, type PictureForm, type PictureType } from './answer'
import { Refused } from './refusals'

/** Keeps decoding within the child's memory and time (decode-file.ts). */

const LARGEST_SIDE = 16_384
/** Bytes of a decoded picture. */
const LARGEST_DECODED = 256_000_000
const MOST_SCANS = 100
const LARGEST_AVIF_PIXELS = 25_000_000
const LARGEST_HEIC_PIXELS = 50_000_000

const BYTES_OF: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
/** A double; other depths are smaller. */
const MOST_BYTES = 8

/** Values per pixel of a JPEG with subsampled colours. */
const JPEG_VALUES: Partial<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 }
/** Bytes per value of a progressive JPEG, which is held as a whole. */
const PROGRESSIVE_BYTES = 2

type Header = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'compression'>

function decodedBytes({ format, width, height, channels, depth, isProgressive, chromaSubsampling }: Header): number {
  const whole = width * height * channels * (BYTES_OF[depth] ?? MOST_BYTES)
  if (format !== 'jpeg' || !isProgressive) return whole
  return Math.max(whole, width * height * (JPEG_VALUES[chromaSubsampling ?? ''] ?? channels) * PROGRESSIVE_BYTES)
}

const MARKER = 0xff
const START_OF_SCAN = 0xda

/** Each scan costs a pass over the whole picture, and next to no bytes. */
function hasMoreScans(bytes: Uint8Array, most: number): boolean {
  let scans = 0
  for (let at = bytes.indexOf(MARKER); at !== -1 && scans <= most; at = bytes.indexOf(MARKER, at + 1)) {
    if (bytes[at + 1] === START_OF_SCAN) scans += 1
  }
  return scans > most
}

/** @throws {Refused} above a limit */
function refuseLarge(bytes: Uint8Array, header: Header): void {
  const { format, width, height, compression } = header
  if (Math.max(width, height) > LARGEST_SIDE) throw new Refused('side')
  const pixels = width * height
  if (format === 'heif' && compression === 'av1' && pixels > LARGEST_AVIF_PIXELS) throw new Refused('avif')
  if (format === 'heif' && compression !== 'av1' && pixels > LARGEST_HEIC_PIXELS) throw new Refused('heic')
  if (decodedBytes(header) > LARGEST_DECODED) throw new Refused('size')
  if (format === 'jpeg' && hasMoreScans(bytes, MOST_SCANS)) throw new Refused('scans')
}

interface Drawing {
  side: number
  quality: number
  format: 'jpeg' | 'webp'
}

/** The shop's thumbnail is for a card, 440 px wide at most. */
const FORMS: Record<PictureForm, { picture: Drawing; thumbnail: Drawing }> = {
  case: { picture: { side: STORED_SIDE, quality: 82, format: 'jpeg' }, thumbnail: { side: 480, quality: 72, format: 'jpeg' } },
  shop: { picture: { side: 1600, quality: 80, format: 'webp' }, thumbnail: { side: 640, quality: 76, format: 'webp' } },
}

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

async function openPicture(bytes: Uint8Array, type: PictureType): Promise<Sharp> {
  const options: SharpOptions = { limitInputPixels: false, failOn: 'error', sequentialRead: true, animated: false }
  const header = await sharp(bytes, options).metadata()
  refuseLarge(bytes, header)
  if (type !== 'image/heic' || header.compression === 'av1') return sharp(bytes, options).autoOrient()
  // Slow to load. sharp's libvips has no decoder for HEVC (docs/decisions/017).
  const { decodeHeic } = await import('./heic')
  const { width, height, data } = await decodeHeic(bytes, LARGEST_HEIC_PIXELS)
  return sharp(data, { limitInputPixels: false, raw: { width, height, channels: 4 } })
}

async function draw(picture: Sharp, { side, quality, format }: Drawing): Promise<PreparedPicture> {
  const sized = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).flatten({ background: '#ffffff' })
  // Without `keepMetadata` sharp drops place, camera and embedded thumbnail.
  const encoded = format === 'jpeg' ? sized.jpeg({ quality, progressive: true }) : sized.webp({ quality })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** At most 2560 px, upright, without metadata, with a thumbnail. @param type by its first bytes (content-type.ts) @throws {Refused} */
export async function preparePicture(bytes: Uint8Array, type: PictureType, form: PictureForm = 'case'): Promise<Picture> {
  const { picture, thumbnail } = FORMS[form]
  try {
    const prepared = await draw(await openPicture(bytes, type), picture)
    return { ...prepared, thumbnail: await draw(sharp(prepared.bytes), thumbnail) }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreadable', { cause: error })
  }
}
