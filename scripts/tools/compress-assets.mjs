import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digest, filesUnder, isProgram, program, root } from './project.mjs'

const compressible = /\.(?:css|js|json|svg|txt|wasm)$/

/** Both forms of a file, each with what makes it. */
const forms = {
  '.br': (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  '.gz': (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
}

/**
 * Lays the smallest compressed forms of what browsers load beside it, where they are not yet, so that no server does that work
 * (docs/decisions/004). One without them compresses what is asked for itself, not as small. It takes a quarter of a build, so what has not
 * changed keeps the forms of the last one.
 *
 * @param {string} [build] the folder of Next's build
 */
export async function compressAssets(build = join(root, '.next')) {
  // Next leaves this folder alone, and no server has it.
  const kept = join(build, 'cache/compressed')
  mkdirSync(kept, { recursive: true })
  /** The files of each content. */
  const places = new Map()
  for (const path of filesUnder(join(build, 'static')).filter((path) => compressible.test(path))) {
    const name = digest(readFileSync(path))
    places.set(name, [...(places.get(name) ?? []), path])
  }
  await Promise.all([...places].map(([name, paths]) => compressFiles(join(kept, name), paths)))
  for (const name of readdirSync(kept)) if (!places.has(parse(name).name)) rmSync(join(kept, name))
}

/**
 * @param {string} place where the forms of the content are kept, without their endings
 * @param {string[]} paths the files of that content
 */
async function compressFiles(place, paths) {
  for (const [ending, compress] of Object.entries(forms)) {
    const file = place + ending
    if (!existsSync(file)) await whole(file, async (part) => writeFileSync(part, await compress(readFileSync(paths[0]))))
    for (const path of paths) if (!existsSync(path + ending)) await whole(path + ending, (part) => copyFileSync(file, part))
  }
}

/** Writes a file whole or not at all, if the process is ended. */
async function whole(path, write) {
  await write(`${path}.part`)
  renameSync(`${path}.part`, path)
}

if (isProgram(import.meta)) await program(() => compressAssets())
