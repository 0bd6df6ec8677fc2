import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Refusal, run } from './project.mjs'

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
 * The browser of the browser tests: `CHROMIUM_PATH`, else a Chromium or Chrome of the system.
 *
 * @returns {string | undefined} the path of its program
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return places.find((path) => existsSync(path) && !isSnapStub(path))
}

/** @returns {Promise<string>} the path of a browser, installed from the system's packages if there is none; throws a sentence for people */
export async function ensureChromium() {
  const present = findChromium()
  if (present) return present
  if (process.env.CHROMIUM_PATH) throw new Refusal(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  if (!existsSync('/usr/bin/apt-get') || userInfo().uid !== 0) {
    throw new Refusal('The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  }
  console.log('Installing Chromium from the system packages …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'], { env })
  const installed = findChromium()
  if (installed) return installed
  throw new Refusal(
    'No Chromium came with the system packages (Ubuntu offers it as a snap only): install Chrome or the snap, or set CHROMIUM_PATH.',
  )
}
