import { readFileSync } from 'node:fs'
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { toSVG } from 'bwip-js/node'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { codeFormats } from '~/features/stock/scanning/code-formats'

/** The formats that the camera’s worker asks for, read from drawn codes as from a picture. */

beforeAll(() => {
  vi.stubGlobal('DOMRectReadOnly', Object)
  vi.stubGlobal(
    'ImageData',
    class {
      readonly colorSpace = 'srgb'
      constructor(
        readonly data: Uint8ClampedArray,
        readonly width: number,
        readonly height: number,
      ) {}
    },
  )
  prepareZXingModule({ overrides: { wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer } })
})

async function read(bcid: string, text: string): Promise<string[]> {
  // Without being asked, the library draws Code 93 without its check characters, which no reader takes.
  const drawn = toSVG({ bcid, text, includecheck: bcid === 'code93', scale: 4, height: 12, padding: 20, backgroundcolor: 'FFFFFF' })
  const { data, info } = await sharp(Buffer.from(drawn)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = await new BarcodeDetector({ formats: codeFormats }).detect(
    new ImageData(new Uint8ClampedArray(data), info.width, info.height),
  )
  return found.map(({ rawValue }) => rawValue)
}

it.each([
  ['qrcode', 'https://shop.example/admin/units/U-10001'],
  ['code128', 'LOC:Shelf B3'],
  ['code39', 'PSU-12'],
  // In extended Code 39 these pairs are signs: ! and the like.
  ['code39', 'PSU/A12'],
  ['code39', 'SN$A%B+C'],
  ['code93', 'PSU-12'],
  ['datamatrix', 'S19J-PRO/0010'],
  ['ean13', '5012345678900'],
])('%s gives back %s as it is printed', async (bcid, text) => {
  expect(await read(bcid, text)).toEqual([text])
})
