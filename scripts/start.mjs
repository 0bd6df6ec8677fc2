import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { serve } from './serve.mjs'
import { hasApiDocuments, makeApiDocuments } from './tools/api-documents.mjs'
import { program } from './tools/project.mjs'

/** `npm start`: from whatever state the checkout is in to a serving shop. */
await program(async () => {
  await prepare({ production: true })
  const isNew = await build({ documents: false })
  await serve()
  // The shop goes first. They are sent once they are there (static-files.ts).
  if (isNew || !hasApiDocuments()) makeApiDocuments({ niceness: 10 }).catch((error) => console.error(error.message))
})
