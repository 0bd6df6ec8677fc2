import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readAnswers } from './answers'
import { apiDocument, DOCUMENT } from './document'
import { OPENAPI, openApiText } from './openapi'

/** Writes both documents of the API; scripts/tools/api-documents.mjs runs it when they are out of date. */
const answers = await readAnswers()
mkdirSync(dirname(OPENAPI), { recursive: true })
writeFileSync(OPENAPI, openApiText(answers))
writeFileSync(DOCUMENT, apiDocument(answers))
