import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'

const manifest = z.object({
  pages: z.record(z.string(), z.array(z.string())),
  lowPriorityFiles: z.array(z.string()),
})

/**
 * The scripts that the HTML of each page of a build names, from its manifest: the page's own, those of every page and
 * Next's two lists of pages. Polyfills for browsers that know no modules are not loaded and do not count.
 * @param folder where `next build` ran
 */
export function firstLoadScripts(folder: string): Map<string, string[]> {
  const { pages, lowPriorityFiles } = manifest.parse(JSON.parse(readFileSync(join(folder, '.next/build-manifest.json'), 'utf8')))
  const shared = [...(pages['/_app'] ?? []), ...lowPriorityFiles]
  return new Map(
    Object.entries(pages).map(([page, own]) => [page, [...new Set([...shared, ...own])].filter((file) => file.endsWith('.js'))]),
  )
}

/** The bytes of each page's first-load scripts, each file compressed by gzip. */
export function firstLoadBytes(folder: string): Map<string, number> {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(folder, '.next', file))).length
    sizes.set(file, size)
    return size
  }
  return new Map([...firstLoadScripts(folder)].map(([page, files]) => [page, files.reduce((sum, file) => sum + sizeOf(file), 0)]))
}
