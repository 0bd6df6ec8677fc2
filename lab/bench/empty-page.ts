import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../tests/setup/free-port'
import { quietEnv, Refusal, root } from '../../scripts/tools/project.mjs'

/** The least that a page of this Next costs: what the shop's pages are compared with, on whatever machine. */

const next = join(root, 'node_modules/next/dist/bin/next')
const env = { ...quietEnv, NODE_ENV: 'production' } as const

/** Builds a site of one empty page with this project's Next and its configuration, for as long as `work` takes. */
export async function withEmptyPage<Result>(work: (folder: string) => Result | Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'empty-page-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files = {
      'package.json': '{ "type": "module" }',
      'next.config.js': `export { default } from '${pathToFileURL(join(root, 'next.config.js')).href}'`,
      'pages/index.js': 'export default function Page() { return null }',
      // Lighthouse measures nothing where nothing is painted.
      'pages/words.js': 'export default function Page() { return "An empty page" }',
    }
    mkdirSync(join(folder, 'pages'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build', '--webpack'], { cwd: folder, env, encoding: 'utf8' })
    if (status !== 0) throw new Refusal(`The empty page could not be built:\n${stdout}${stderr}`)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Serves that site by Next's own server while `work` runs, which gets the address of the page with three words on it. */
export function servingEmptyPage<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  return withEmptyPage(async (folder) => {
    const url = `http://localhost:${await freePort()}/words`
    const server = spawn(process.execPath, [next, 'start', '-p', new URL(url).port], { cwd: folder, env, stdio: 'ignore' })
    try {
      while (!(await answers(url))) {
        if (server.exitCode !== null) throw new Refusal('The empty page could not be served.')
        await sleep(100)
      }
      return await work(url)
    } finally {
      server.kill()
    }
  })
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
