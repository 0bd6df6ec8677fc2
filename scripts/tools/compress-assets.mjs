import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder, isProgram, program, root } from './project.mjs'

const compressible = /\.(?:css|js|json|svg|txt|wasm)$/

/** Both forms of a file, each with what makes it. */
const forms = {
  '.br': (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  '.gz': (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
}

/**
 * Lays the smallest compressed forms of what browsers load beside it, where they are not yet, so that no server does that work
 * (docs/decisions/004). One without them compresses what is asked for itself, not as small.
 */
export async function compressAssets() {
  const files = filesUnder(join(root, '.next/static')).filter((path) => compressible.test(path))
  await Promise.all(
    files.flatMap((path) =>
      Object.entries(forms).map(async ([ending, compress]) => {
        if (existsSync(path + ending)) return
        // Whole or not at all, if the process is ended.
        writeFileSync(`${path}${ending}.part`, await compress(readFileSync(path)))
        renameSync(`${path}${ending}.part`, path + ending)
      }),
    ),
  )
}

if (isProgram(import.meta)) await program(compressAssets)
