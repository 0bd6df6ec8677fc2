import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { codeFormats } from './code-formats'

/** A worker that reads codes, the only place that runs WebAssembly: the CSP of pages forbids it (docs/decisions/018). */

// From this host; by default the package loads it from a third party.
const program = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href
prepareZXingModule({ overrides: { locateFile: () => program } })

const detector = new BarcodeDetector({ formats: codeFormats })

/** Best result first. */
export type ReadCodes = { codes: string[] } | { failed: string }

const rank = (format: string) => (format === 'qr_code' ? 0 : 1)

async function read(picture: ImageData): Promise<ReadCodes> {
  try {
    const found = await detector.detect(picture)
    return { codes: found.toSorted((one, other) => rank(one.format) - rank(other.format)).map(({ rawValue }) => rawValue) }
  } catch (error) {
    return { failed: String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<ImageData>) => void read(data).then((answer) => postMessage(answer)))
