import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { makeApiDocuments } from '../tools/api-documents.mjs'
import { breakingChanges, type ApiDescription } from './compatibility'
import { DOCUMENT, SNAPSHOT, snapshotText, apiDescription } from './document'
import { OPENAPI } from './openapi'

/**
 * `npm run docs:api`: writes into the snapshot of the inputs what has been added, and the documents of the API as the build makes them. What
 * would break clients is written with `-- --break` alone, so that the snapshot's difference says so.
 */
const known = existsSync(SNAPSHOT) ? (JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as ApiDescription) : {}
const breaks = breakingChanges(known, apiDescription)
if (breaks.length > 0 && !process.argv.includes('--break')) {
  console.error(`This breaks clients:\n${breaks.join('\n')}\nIf it is meant, run: npm run docs:api -- --break`)
  process.exitCode = 1
} else {
  writeFileSync(SNAPSHOT, snapshotText(apiDescription))
  await makeApiDocuments()
  console.log(`${SNAPSHOT}, ${OPENAPI} and ${DOCUMENT} are up to date.`)
}
