import decoder from 'heic-decode'
import { Refused } from './refusals'

/** Points of four bytes each (RGBA), already turned upright. */
interface RawPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Decodes a HEIC picture; takes some ten bytes of memory for each point. @throws {Refused} for more points than `largestPixels` */
export async function decodeHeic(bytes: Uint8Array, largestPixels: number): Promise<RawPicture> {
  const [picture] = await decoder.all({ buffer: bytes })
  if (!picture) throw new Refused('unreadable')
  // The header tells the size before anything is decoded.
  if (picture.width * picture.height > largestPixels) throw new Refused('heic')
  return picture.decode()
}
