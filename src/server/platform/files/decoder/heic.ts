import decoder from 'heic-decode'
import { Refused } from './refusals'

interface RawPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Takes some ten bytes for each pixel. @throws {Refused} above `largestPixels` */
export async function decodeHeic(bytes: Uint8Array, largestPixels: number): Promise<RawPicture> {
  const [picture] = await decoder.all({ buffer: bytes })
  if (!picture) throw new Refused('unreadable')
  // The header gives the size before decoding.
  if (picture.width * picture.height > largestPixels) throw new Refused('heic')
  return picture.decode()
}
