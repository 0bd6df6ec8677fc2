import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { withLock } from './lock.mjs'
import { digest, filesUnder, Refusal, root, run } from './project.mjs'

/** The files behind `/api/openapi.json` and `/api/api.md`. They follow from the router, so they are not kept (docs/decisions/029). */
const documents = ['public/api/openapi.json', 'public/api/api.md']

/** Everything that the router and its types are made of, and what writes them down. */
const sources = [
  ...['src/server', 'src/contracts', 'src/lib', 'src/content', 'src/env.ts'],
  ...['scripts/api-docs', 'prisma/schema.prisma', 'package-lock.json'],
]

const stamp = join(root, 'src/generated/api-documents.stamp')

const sourcesDigest = () => {
  const files = sources.flatMap((source) => filesUnder(join(root, source))).sort()
  return digest(...files.flatMap((path) => [relative(root, path), readFileSync(path)]))
}

/** True if both documents are there, of whatever state of the router. */
export const hasApiDocuments = () => documents.every((path) => existsSync(join(root, path)))

const areCurrent = () => hasApiDocuments() && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesDigest()

/**
 * Writes the documents of the API, unless those that are there are of the sources as they are now. It takes a processor some 20 seconds,
 * most of them for the compiler, which reads the types of all answers. Throws a sentence for people.
 *
 * @param {{ niceness?: number }} [options] a higher niceness lets what runs beside it go first
 */
export async function makeApiDocuments({ niceness } = {}) {
  if (areCurrent()) return
  await withLock('api-documents', async () => {
    if (areCurrent()) return
    // Taken before: what changes meanwhile makes the result out of date.
    const made = sourcesDigest()
    const code = await run(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/api-docs/write.ts'], {
      niceness,
      beside: niceness > 0,
    })
    if (code !== 0) throw new Refusal('The API could not be described; the messages stand above.')
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, made)
  })
}
