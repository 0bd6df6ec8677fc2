import type { Metadata } from 'sharp'
import { Refused } from './refusals'

/** Limits on a picture's header, which keep decoding within the memory and time of the child process (decode-file.ts). */

const LARGEST_SIDE = 16_384
/** Size of the points while the picture is decoded (bytes). */
const LARGEST_DECODED = 256_000_000
const MOST_SCANS = 100
const LARGEST_AVIF_PIXELS = 25_000_000
export const LARGEST_HEIC_PIXELS = 50_000_000

const BYTES_OF: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
/** A double; any other depth is smaller. */
const MOST_BYTES = 8

/** Values per point of a JPEG with subsampled colours. */
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

/** True if a JPEG has more scans: each costs a pass over the whole picture, and next to no bytes. */
function hasMoreScans(bytes: Uint8Array, most: number): boolean {
  let scans = 0
  for (let at = bytes.indexOf(MARKER); at !== -1 && scans <= most; at = bytes.indexOf(MARKER, at + 1)) {
    if (bytes[at + 1] === START_OF_SCAN) scans += 1
  }
  return scans > most
}

/**
 * Checks a picture's header before any point is decoded.
 * @throws {Refused} above a limit
 */
export function refuseLarge(bytes: Uint8Array, header: Header): void {
  const { format, width, height, compression } = header
  if (Math.max(width, height) > LARGEST_SIDE) throw new Refused('side')
  const pixels = width * height
  if (format === 'heif' && compression === 'av1' && pixels > LARGEST_AVIF_PIXELS) throw new Refused('avif')
  if (format === 'heif' && compression !== 'av1' && pixels > LARGEST_HEIC_PIXELS) throw new Refused('heic')
  if (decodedBytes(header) > LARGEST_DECODED) throw new Refused('size')
  if (format === 'jpeg' && hasMoreScans(bytes, MOST_SCANS)) throw new Refused('scans')
}
