import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { program, quietEnv, Refusal, root } from './tools/project.mjs'

/**
 * `node scripts/run.mjs <program.ts> [arguments]`: prepares the checkout and runs a TypeScript program
 * of the project in this process, so that its signals and its exit code are its own.
 */
await program(async () => {
  const [path, ...args] = process.argv.slice(2)
  if (!path) throw new Refusal('Usage: node scripts/run.mjs <program.ts> [arguments]')
  await prepare()
  process.chdir(root)
  const file = resolve(path)
  Object.assign(process.env, quietEnv)
  process.argv = [process.execPath, file, ...args]
  await import('tsx')
  await import(pathToFileURL(file).href)
})
