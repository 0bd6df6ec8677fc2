import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/setup/free-port'

/** A server that is measured. */
export interface Rival {
  name: string
  url: string
  pid: number | undefined
  stop: () => Promise<unknown>
}

const START_SECONDS = 60

async function start(name: string, port: number, cwd: string, args: readonly string[]): Promise<Rival> {
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  const server = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((done) => server.once('close', () => done()))
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_SECONDS * 1000
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return { name, url, pid: server.pid, stop }
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${name} did not start`)
    }
    await sleep(100)
  }
}

/** A folder with a build of its own, whose pages can be written over. */
function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  for (const part of ['node_modules', 'public', 'next.config.js', 'package.json']) symlinkSync(resolve(part), join(folder, part))
  const cache = resolve('.next/cache')
  cpSync('.next', join(folder, '.next'), { recursive: true, filter: (path) => resolve(path) !== cache })
  return folder
}

/** Plain `next start` on a copy of the build that has the pages as a site shows them now. */
export async function startNext(site: string, pages: readonly string[]): Promise<Rival> {
  const folder = copyOfBuild()
  for (const page of pages) {
    const html = await (await fetch(`${site}${page}`)).text()
    const buildId = readFileSync(join(folder, '.next/BUILD_ID'), 'utf8')
    const file = page === '/' ? '/index' : page
    const data = await (await fetch(`${site}/_next/data/${buildId}${file}.json`)).text()
    writeFileSync(join(folder, `.next/server/pages${file}.html`), html)
    writeFileSync(join(folder, `.next/server/pages${file}.json`), data)
  }
  const port = await freePort()
  const args = [resolve('node_modules/next/dist/bin/next'), 'start', '--hostname', '127.0.0.1', '--port', String(port)]
  const rival = await start('next start', port, folder, args)
  return {
    ...rival,
    stop: async () => {
      await rival.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A bare `node:http` server that sends a site's compressed bytes. */
export async function startBare(site: string, pages: readonly string[]): Promise<Rival> {
  const port = await freePort()
  return start('bare node:http', port, process.cwd(), [resolve('lab/bench/bare-server.mjs'), String(port), site, ...pages])
}
