import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { digest, root } from './project.mjs'

const WAIT_MS = 200
/** Says again that it waits after so many looks: every ten seconds. */
const WAITS_SAID = 50

/**
 * Runs `work` while no other process on this machine runs the same work for this checkout. The lock
 * lies outside the checkout, because `npm ci` empties node_modules, and holds the owner's process id,
 * so that one left behind by a killed process is taken over.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const path = join(tmpdir(), `${name}-${digest(root).slice(0, 16)}.lock`)
  for (let waited = 0; !take(path); waited += 1) {
    if (!isAlive(owner(path))) rmSync(path, { force: true })
    else await sleep(WAIT_MS)
    if (waited % WAITS_SAID === 1)
      console.log(`Waiting for process ${owner(path)}, which does the same (${name}): ${Math.round((waited * WAIT_MS) / 1000)} s …`)
  }
  const release = () => owner(path) === process.pid && rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** A link appears at once and with its content, so no other process ever reads a lock without an owner. */
function take(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function owner(path) {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
