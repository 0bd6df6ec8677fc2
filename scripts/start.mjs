import { build } from './build.mjs'
import { prepare } from './prepare.mjs'
import { serve } from './serve.mjs'
import { program } from './tools/project.mjs'

/** `npm start`: from whatever state the checkout is in to a serving shop. */
await program(async () => {
  await prepare({ production: true })
  await build()
  await serve()
})
