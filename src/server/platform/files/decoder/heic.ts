import decoder from 'heic-decode'
import { Refused } from './refusals'

/** A picture's points, four bytes each (RGBA), as it is looked at: HEIC's own turning has been done. */
interface RawPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Decodes a HEIC picture, with some ten bytes for each of its points. @throws {Refused} for one with more points than these */
export async function decodeHeic(bytes: Uint8Array, largestPixels: number): Promise<RawPicture> {
  const [picture] = await decoder.all({ buffer: bytes })
  if (!picture) throw new Refused('unreadable')
  // The header says so before anything is decoded.
  if (picture.width * picture.height > largestPixels) throw new Refused('heic')
  return picture.decode()
}
