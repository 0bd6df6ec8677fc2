import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isProgram, program, Refusal, root } from './tools/project.mjs'

/**
 * Runs the built server in this process, so that its signals and its exit code are the server's own.
 *
 * @param {Promise<void>} [pages] resolves when Next's build is there, for a start that builds it meanwhile
 */
export async function serve(pages) {
  const server = join(root, 'dist/serve-shop.mjs')
  if (!existsSync(server)) throw new Refusal('There is no build to serve: run `npm run build` first.')
  process.chdir(root)
  process.env.NODE_ENV = 'production'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  // Of the shop's own code alone: the maps of all packages hold 15 MB. Node 20 cannot tell them apart, and names lines of dist/server.mjs.
  nodeModule.setSourceMapsSupport?.(true, { nodeModules: false })
  const { serveShop } = await import(pathToFileURL(server).href)
  await serveShop(pages)
}

if (isProgram(import.meta)) await program(() => serve())
