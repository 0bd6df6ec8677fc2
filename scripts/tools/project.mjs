import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopWithNpm } from './stop-with-npm.mjs'

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** No usage reports leave this machine. */
export const quietEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

const ENDED_BY_SIGTERM = 128 + 15

/** SHA-256 of the given texts or bytes, as hexadecimal. */
export function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** The files below a folder, of a file its own path, of what is not there none. */
export function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)))
}

/**
 * Runs a command from the root with its output in this terminal and no input; a quiet one's output is shown if it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, limitSeconds?: number, niceness?: number, quiet?: boolean, beside?: boolean }} [options] after `limitSeconds` the command is
 *   ended; one of a higher niceness lets what runs beside it go first
 * @returns {Promise<number>} its exit code; 1 if it could not start or was ended by a signal
 */
export function run(command, args, { env = {}, limitSeconds, niceness, quiet = false, beside = false } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: { ...quietEnv, ...env } })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (words += text))
    if (niceness && child.pid) setPriority(child.pid, niceness)
    const limit =
      limitSeconds &&
      setTimeout(() => {
        console.error(`${command} was still running after ${limitSeconds} seconds and is ended.`)
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
      }, limitSeconds * 1000)
    let told = false
    const pass = (signal) => {
      told = true
      child.kill(signal)
    }
    process.once('SIGTERM', pass)
    const finish = (code) => {
      clearTimeout(limit)
      process.off('SIGTERM', pass)
      // A program that was told to end, unless it has more to do than this, stops its child and starts no other.
      if (told && !beside) process.exit(ENDED_BY_SIGTERM)
      if (code !== 0 && words) console.error(`\n${words}`)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(error.message)
      finish(1)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Runs the command line of an installed package, given as a path under node_modules. */
export const runPackage = (path, args, options) => run(process.execPath, [`${root}node_modules/${path}`, ...args], options)

/** True in the program that was started, false where another module imports it. */
export const isProgram = (meta) => realpathSync(process.argv[1]) === meta.filename

/** A failure that needs one sentence for people and no stack trace. */
export class Refusal extends Error {
  name = 'Refusal'
}

/** Runs a program's work; a refusal is shown as one line and ends the process with code 1. */
export async function program(work) {
  stopWithNpm()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
