import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { program, quietEnv, Refusal, root } from './tools/project.mjs'

/**
 * `node scripts/run.mjs [--dev] <program.ts> [arguments]`: prepares the checkout, with `--dev` by the packages for development too, and runs
 * a TypeScript program of the project in this process, so that its signals and its exit code are its own.
 */
await program(async () => {
  const tests = process.argv[2] === '--dev'
  const [path, ...args] = process.argv.slice(tests ? 3 : 2)
  if (!path) throw new Refusal('Usage: node scripts/run.mjs [--dev] <program.ts> [arguments]')
  await prepare({ tests })
  process.chdir(root)
  const file = resolve(path)
  Object.assign(process.env, quietEnv)
  process.argv = [process.execPath, file, ...args]
  await import('tsx')
  await import(pathToFileURL(file).href)
})
