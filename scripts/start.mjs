import { buildIsCurrent, buildToStart } from './build.mjs'
import { prepare } from './prepare.mjs'
import { serve } from './serve.mjs'
import { hasApiDocuments, makeApiDocuments } from './tools/api-documents.mjs'
import { program, root, run } from './tools/project.mjs'

/** Lets the shop go first. */
const AFTER = { niceness: 10, beside: true }

/** Work that can follow a first start: the server sends the documents once they are there, and the small forms from its next start on. */
async function follow() {
  await run(process.execPath, [`${root}scripts/tools/compress-assets.mjs`], AFTER)
  await makeApiDocuments(AFTER)
}

/** `npm start`: from whatever state the checkout is in to a serving shop. */
await program(async () => {
  await prepare({ production: true })
  const isNew = !buildIsCurrent()
  const { programs, pages } = buildToStart()
  await programs
  // The database and its demo shop are made while the pages are built.
  await serve(pages)
  if (isNew || !hasApiDocuments()) follow().catch((error) => console.error(error.message))
})
