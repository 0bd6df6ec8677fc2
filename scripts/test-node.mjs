import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepare } from './prepare.mjs'
import { program, quietEnv, Refusal, root, run } from './tools/project.mjs'

/**
 * `npm run test:node 24 [PROJECT …]`: starts the shop on that version of Node (`npm start`, its health, its home page, its
 * end) and runs the unit tests on it, or the named projects of vitest.config.ts. Node comes from the npm registry,
 * as the package that `node` installs, and is kept in node_modules/.cache.
 */

const START_SECONDS = 300
const END_SECONDS = 15

/** @returns {Promise<string>} the program of a Node of that major or exact version */
async function nodeOf(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, 'node_modules/.cache/node', version)
  const path = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`]
  if ((await run('npm', args)) !== 0 || !existsSync(path))
    throw new Refusal(`The registry gave no Node ${version} for this machine (${name}).`)
  return path
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

const statusOf = async (url) => {
  const answer = await fetch(url).catch(() => undefined)
  return answer && { status: answer.status, text: await answer.text() }
}

/** Starts the shop as `npm start` does, with a new database, asks it what an operator and a visitor ask, and ends it. */
async function smoke(node, env) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'shop-node-'))
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, SEED_DEMO: 'true', LOG_LEVEL: 'warn', DATABASE_URL: '' }
  const server = spawn(node, [join(root, 'scripts/start.mjs')], { cwd: root, stdio: 'inherit', env: { ...env, ...settings } })
  const ended = new Promise((resolve) => server.once('close', resolve))
  try {
    const url = `http://127.0.0.1:${port}`
    const deadline = Date.now() + START_SECONDS * 1000
    while ((await statusOf(`${url}/api/health`))?.status !== 200) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Refusal('The shop did not start; its messages stand above.')
      await sleep(200)
    }
    const home = await statusOf(url)
    if (home?.status !== 200 || !home.text.includes('<h1')) throw new Refusal(`The home page answered ${home?.status}.`)
    server.kill('SIGTERM')
    const code = await Promise.race([ended, sleep(END_SECONDS * 1000, 'none')])
    if (code !== 0) throw new Refusal(`The shop was asked to end and its exit code was ${code}.`)
    console.log('The shop started, was healthy, showed its home page and ended.')
  } finally {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

await program(async () => {
  const [version = '', ...projects] = process.argv.slice(2)
  if (!/^\d+(?:\.\d+){0,2}$/.test(version)) throw new Refusal('Which Node? For example: npm run test:node 24')
  await prepare({ tests: true })
  const node = await nodeOf(version)
  // Child processes that start `node` by name get this one too.
  const env = { ...quietEnv, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  await run(node, ['--version'])
  await smoke(node, env)
  const names = (projects.length > 0 ? projects : ['unit']).flatMap((name) => ['--project', name])
  process.exitCode = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...names], { env })
})
