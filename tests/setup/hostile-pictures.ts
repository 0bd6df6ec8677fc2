import { readFileSync } from 'node:fs'
import { createDeflate } from 'node:zlib'

/** Pictures that cost far more to open than to send, made in code. */

const u16 = (value: number) => [value >> 8, value & 0xff]
const u32 = (value: number) => [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** PNG's checksum. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([Buffer.from(u32(data.byteLength)), named, Buffer.from(u32(crc32(named)))])
}

/** So many zeros, compressed. */
async function deflatedZeros(length: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => deflate.once('end', resolve))
  const piece = Buffer.alloc(1024 * 1024)
  for (let left = length; left > 0; left -= piece.byteLength) {
    if (!deflate.write(piece.subarray(0, Math.min(left, piece.byteLength)))) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  return Buffer.concat(parts)
}

/** A PNG of 16-bit RGBA, transparent all over: 64,000,000 × 1 are 0.5 MB. */
export async function deepPng(width: number, height: number): Promise<Buffer> {
  const header = Buffer.from([...u32(width), ...u32(height), 16, 6, 0, 0, 0])
  const points = await deflatedZeros(height * (1 + width * 8))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', points), pngChunk('IEND', Buffer.alloc(0))])
}

class BitWriter {
  readonly #bytes: number[] = []
  #pending = 0
  #count = 0

  put(value: number, bits: number): this {
    for (let bit = bits - 1; bit >= 0; bit -= 1) {
      this.#pending = (this.#pending << 1) | ((value >> bit) & 1)
      this.#count += 1
      if (this.#count < 8) continue
      // A byte that looks like a marker is followed by a zero.
      this.#bytes.push(this.#pending, ...(this.#pending === 0xff ? [0] : []))
      this.#pending = 0
      this.#count = 0
    }
    return this
  }

  end(): Buffer {
    while (this.#count > 0) this.put(1, 1)
    return Buffer.from(this.#bytes)
  }
}

const COMPONENTS = [1, 2, 3]
/** The highest run of blocks without a value that one code stands for, and the lowest of the same code. */
const [LONGEST_RUN, SHORTEST_RUN] = [32_767, 16_384]

/** A scan's data that says: nothing in any of these blocks. */
function emptyBlocks(blocks: number): Buffer {
  const bits = new BitWriter()
  for (let left = blocks; left > 0;) {
    const rest = left - LONGEST_RUN
    const run = rest > 0 && rest < SHORTEST_RUN ? left - SHORTEST_RUN : Math.min(left, LONGEST_RUN)
    bits.put(0, 1).put(run - SHORTEST_RUN, 14)
    left -= run
  }
  return bits.end()
}

/**
 * A progressive JPEG of one colour, with one scan for each bit of each coefficient, up to 2,647: each is a pass over the whole
 * picture. 8000 × 8000 points are 0.6 MB.
 * @param side at least 1024: a shorter one needs shorter runs
 */
export function jpegOfScans(side: number, scans: number): Buffer {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, ...u16(data.length + 2), ...data]
  /** One code of one bit. */
  const table = (kind: number, symbol: number) => segment(0xc4, kind << 4, 1, ...Array.from({ length: 15 }, () => 0), symbol)
  const blocks = Math.ceil(side / 8) ** 2
  const shape = COMPONENTS.flatMap((component) => [component, 0x11, 0])
  const averages = new BitWriter()
  for (let block = 0; block < blocks * COMPONENTS.length; block += 1) averages.put(0, 1)
  const parts = [
    Buffer.from([
      ...[0xff, 0xd8],
      ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 16)),
      ...segment(0xc2, 8, ...u16(side), ...u16(side), COMPONENTS.length, ...shape),
      ...table(0, 0),
      ...table(1, 0xe0),
      ...segment(0xda, COMPONENTS.length, ...COMPONENTS.flatMap((component) => [component, 0]), 0, 0, 0),
    ]),
    averages.end(),
  ]
  const nothing = emptyBlocks(blocks)
  let left = scans - 1
  for (let coefficient = 1; coefficient < 64; coefficient += 1) {
    for (const component of COMPONENTS) {
      for (let bit = 13; bit >= 0 && left > 0; bit -= 1, left -= 1) {
        const before = bit === 13 ? 0 : bit + 1
        parts.push(Buffer.from(segment(0xda, 1, component, 0, coefficient, coefficient, (before << 4) | bit)), nothing)
      }
    }
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

interface Box {
  type: string
  start: number
  body: number
  end: number
}

function boxesOf(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = []
  for (let start = from; start + 8 <= to; start = found.at(-1)?.end ?? to) {
    found.push({ type: file.toString('latin1', start + 4, start + 8), start, body: start + 8, end: start + file.readUInt32BE(start) })
  }
  return found
}

function boxAt(file: Buffer, types: readonly string[]): Box {
  let inside: Box = { type: 'file', start: 0, body: 0, end: file.byteLength }
  for (const type of types) {
    // A full box has its version and flags first.
    const from = inside.body + (inside.type === 'meta' ? 4 : 0)
    const found = boxesOf(file, from, inside.end).find((each) => each.type === type)
    if (!found) throw new Error(`The sample has no box ${type}`)
    inside = found
  }
  return inside
}

/** An AVIF or HEIC that says it has these sides: its header alone. */
export function heifThatSays(file: Buffer, width: number, height: number): Buffer {
  const { body } = boxAt(file, ['meta', 'iprp', 'ipco', 'ispe'])
  const changed = Buffer.from(file)
  changed.writeUInt32BE(width, body + 4)
  changed.writeUInt32BE(height, body + 8)
  return changed
}

/** Of the drawing in tests/setup/files. */
const TILE = { width: 480, height: 320, start: 0x257, length: 0x5af }

/** A HEIC of so many tiles, as phones write large pictures; each is the same small drawing. The decoders take up to 255. */
export function heicOfTiles(columns: number, rows: number): Buffer {
  const drawing = readFileSync('tests/setup/files/drawing.heic')
  const { start, end } = boxAt(drawing, ['meta', 'iprp', 'ipco', 'hvcC'])
  const tile = drawing.subarray(TILE.start, TILE.start + TILE.length)
  const box = (type: string, ...data: (Uint8Array | number[])[]) => {
    const body = Buffer.concat(data.map((each) => Buffer.from(each)))
    return Buffer.concat([Buffer.from(u32(body.byteLength + 8)), Buffer.from(type, 'latin1'), body])
  }
  const full = (type: string, version: number, ...data: (Uint8Array | number[])[]) => box(type, [version, 0, 0, 0], ...data)
  const ids = Array.from({ length: columns * rows }, (_, index) => index + 2)
  const [width, height] = [columns * TILE.width, rows * TILE.height]
  const grid = Buffer.from([0, 1, rows - 1, columns - 1, ...u32(width), ...u32(height)])
  const item = (id: number, type: string) => full('infe', 2, [...u16(id), 0, 0], Buffer.from(`${type}\0`, 'latin1'))
  const place = (id: number, at: number, length: number) => [...u16(id), 0, 0, ...u16(1), ...u32(at), ...u32(length)]
  const write = (data: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
      full(
        'meta',
        0,
        full('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
        full('pitm', 0, u16(1)),
        full(
          'iloc',
          0,
          [0x44, 0, ...u16(ids.length + 1)],
          place(1, data, grid.byteLength),
          ids.flatMap((id) => place(id, data + grid.byteLength, TILE.length)),
        ),
        full('iinf', 0, u16(ids.length + 1), item(1, 'grid'), ...ids.map((id) => item(id, 'hvc1'))),
        full('iref', 0, box('dimg', [...u16(1), ...u16(ids.length), ...ids.flatMap(u16)])),
        box(
          'iprp',
          box(
            'ipco',
            drawing.subarray(start, end),
            full('ispe', 0, [...u32(TILE.width), ...u32(TILE.height)]),
            full('ispe', 0, [...u32(width), ...u32(height)]),
          ),
          full('ipma', 0, u32(ids.length + 1), [...u16(1), 1, 3], ...ids.map((id) => [...u16(id), 2, 0x81, 2])),
        ),
      ),
      box('mdat', grid, tile),
    ])
  const length = write(0).byteLength
  return write(length - grid.byteLength - TILE.length)
}
