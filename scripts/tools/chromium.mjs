import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { Refusal, root, run } from './project.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Ubuntu's package holds no browser, only a script that asks for the snap. */
function isSnapStub(path) {
  return statSync(path).size < 10_000 && readFileSync(path, 'utf8').includes('/snap/bin/chromium') && !existsSync('/snap/bin/chromium')
}

/**
 * A whole browser: `CHROMIUM_PATH`, else a Chromium or Chrome of the system.
 *
 * @returns {string | undefined} the path of its program
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return places.find((path) => existsSync(path) && !isSnapStub(path))
}

/** Debian's Chromium without windows: what the browser tests need, for three quarters of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The browser of the browser tests: `CHROMIUM_PATH`, else the headless shell, else what the system has.
 *
 * @returns {string | undefined} the path of its program
 */
export function findTestBrowser() {
  if (!process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL
  return findChromium()
}

/** @returns {Promise<string>} the path of a Chromium with everything, installed from the system's packages if there is none; throws a sentence for people */
export const ensureChromium = () => ensure(findChromium, ['chromium'])

/** @returns {Promise<string>} the path of the tests' browser, installed likewise; throws a sentence for people */
export async function ensureTestBrowser() {
  await addHeadlessShell()
  return ensure(findTestBrowser, ['chromium-headless-shell', 'chromium'])
}

const canInstall = () => existsSync('/usr/bin/apt-get') && userInfo().uid === 0

/**
 * Beside Debian's Chromium the headless shell is one package more. It is installed if nothing else changes with it; without it
 * the tests take Chromium, so it is tried once, with the lists of packages as they are.
 */
async function addHeadlessShell() {
  const tried = join(root, 'node_modules/.cache/headless-shell-tried')
  if (process.env.CHROMIUM_PATH || !canInstall() || existsSync(HEADLESS_SHELL) || existsSync(tried)) return
  if (findChromium() !== '/usr/bin/chromium') return
  mkdirSync(dirname(tried), { recursive: true })
  writeFileSync(tried, '')
  // Of the same version, so that nothing is upgraded.
  const { stdout: version } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], { encoding: 'utf8' })
  if (!version) return
  const install = ['install', '-y', '-q', '--no-install-recommends', '--no-remove', `chromium-headless-shell=${version}`]
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log('Installing the headless shell of Chromium from the system packages …')
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
  const code = await run('apt-get', [...limits, '--download-only', ...install], { env, limitSeconds: 60 })
  if (code === 0) await run('apt-get', ['--no-download', ...install], { env })
}

async function ensure(find, packages) {
  const present = find()
  if (present) return present
  if (process.env.CHROMIUM_PATH) throw new Refusal(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  if (!canInstall()) {
    throw new Refusal('The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  }
  console.log('Installing a browser from the system packages …')
  const installed = await install(find, packages)
  if (installed) return installed
  throw new Refusal(
    'No Chromium came with the system packages (Ubuntu offers it as a snap only): install Chrome or the snap, or set CHROMIUM_PATH.',
  )
}

/** Installs the first of the packages that the system offers. */
async function install(find, packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  for (const name of packages) {
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation'], { env })
    const installed = find()
    if (installed) return installed
  }
  return undefined
}
