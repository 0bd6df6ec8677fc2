import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from '../scripts/prepare.mjs'
import { program, quietEnv, root } from '../scripts/tools/project.mjs'

/** `npm run bench [SECTION [ARGUMENT …] …]`: measures the shop, building it first where a section needs that, and prints tables. */
await program(async () => {
  await prepare({ tests: true, lab: true })
  process.chdir(root)
  Object.assign(process.env, quietEnv)
  await import('tsx')
  await import(pathToFileURL(join(root, 'lab/bench/main.ts')).href)
})
