import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Labels as a label printer prints them, and two readers of codes: the shop's own, and ZBar. */

const run = promisify(execFile)
/** Debian's places of the programs, and their packages. */
const programs = { '/usr/bin/pdftoppm': 'poppler-utils', '/usr/bin/zbarimg': 'zbar-tools' }
/** Debian's names of those that are not here. */
export const missingReaders: string[] = Object.entries(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))

const DOTS_PER_INCH = '203.2'

interface Printed {
  width: number
  height: number
  isBlack: (x: number, y: number) => boolean
  zbar: string[]
  /** The answer of the shop's own reader. */
  own: string[]
}

prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).buffer },
})

async function readPage(file: string): Promise<Printed> {
  const picture = readFileSync(file)
  // ZBar ends with 4 where it finds nothing.
  const { stdout } = await run('/usr/bin/zbarimg', ['--quiet', '--raw', file]).catch(() => ({ stdout: '' }))
  const found = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode', 'Code128'] })
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return {
    ...{ width: info.width, height: info.height, isBlack: (x, y) => (data[y * info.width + x] ?? 255) < 128 },
    ...{ zbar: stdout.split('\n').filter((line) => line !== ''), own: found.map(({ text }) => text) },
  }
}

/** The pages of a PDF in dots of a label printer, unsmoothed: each dot is black or white. */
export async function printLabels(pdf: Uint8Array): Promise<Printed[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-labels-'))
  try {
    writeFileSync(path.join(folder, 'labels.pdf'), pdf)
    await run('/usr/bin/pdftoppm', ['-r', DOTS_PER_INCH, '-mono', '-png', 'labels.pdf', 'page'], { cwd: folder })
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return await Promise.all(pages.toSorted().map((name) => readPage(path.join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
