import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readAnswers } from './answers'
import { breakingChanges, type ApiDescription } from './compatibility'
import { apiDocument, DOCUMENT, SNAPSHOT, snapshotText, apiDescription } from './document'
import { OPENAPI, openApiText } from './openapi'

/**
 * `npm run docs:api`: writes docs/api.md and public/api/openapi.json from the router, and into the snapshot of the inputs what has been added. What
 * would break clients is written with `-- --break` alone, so that the snapshot's difference says so.
 */
const known = existsSync(SNAPSHOT) ? (JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as ApiDescription) : {}
const breaks = breakingChanges(known, apiDescription)
if (breaks.length > 0 && !process.argv.includes('--break')) {
  console.error(`This breaks clients:\n${breaks.join('\n')}\nIf it is meant, run: npm run docs:api -- --break`)
  process.exitCode = 1
} else {
  writeFileSync(SNAPSHOT, snapshotText(apiDescription))
  const answers = await readAnswers()
  writeFileSync(DOCUMENT, apiDocument(answers))
  mkdirSync(dirname(OPENAPI), { recursive: true })
  writeFileSync(OPENAPI, openApiText(answers))
  console.log(`Wrote ${DOCUMENT}, ${OPENAPI} and ${SNAPSHOT}.`)
}
