import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'

/**
 * Bundles a program of `tests/setup` for a process of its own. It stands under node_modules, so that it finds its packages.
 * @returns the path of the bundle
 */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = path.resolve(`node_modules/.cache/${name}-${process.pid}.mjs`)
  await build({
    entryPoints: [`tests/setup/${name}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
  })
  return outfile
}

/**
 * Runs a program that says each piece of work that is done in a line, and kills it some time after its first one.
 * @returns how many lines it has said
 */
export async function runUntilKilled(program: string, args: readonly string[], afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  let said = 0
  lines.on('line', () => (said += 1))
  await once(lines, 'line')
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  return said
}
