import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools/project.mjs'

/**
 * Completes package-lock.json. npm leaves out the optional packages of platforms that it did not get
 * when the lock was written (https://github.com/npm/cli/issues/4828), and `npm ci` then refuses the
 * lock. Their versions and platforms follow from the packages that ask for them. Run it after adding a
 * package that comes in a build for each platform; tests/tooling/lockfile.test.ts says when.
 */
const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))

/** The entry that a package at `from` would load `name` from, as Node looks for it. */
function isLocked(from, name) {
  const folder = from === '' ? '' : `${from}/`
  if (`${folder}node_modules/${name}` in lock.packages) return true
  return from !== '' && isLocked(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** '@rollup/rollup-linux-arm64-musl' → linux and arm64; WebAssembly builds have a processor only. */
function platformOf(name) {
  const [, os, cpu] = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)/.exec(name) ?? []
  return os ? { os: [os], cpu: [cpu] } : { cpu: ['wasm32'] }
}

let added = 0
for (const [from, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(from, name)) continue
    const { os, cpu } = platformOf(name)
    const entry = { version, cpu, ...(parent.dev && { dev: true }), optional: true, ...(os && { os }) }
    lock.packages[`node_modules/${name}`] = entry
    added += 1
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional packages added to package-lock.json`)
