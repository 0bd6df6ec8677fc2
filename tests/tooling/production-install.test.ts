import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Writes down what it is asked, and refuses. */
const FAKE_NPM = `import { appendFileSync } from 'node:fs'
const prefix = process.argv[process.argv.indexOf('--prefix') + 1]
const omitted = process.argv.includes('--omit=dev') ? ' without dev' : ''
appendFileSync(new URL('asked', import.meta.url), process.argv[2] + omitted + (/lab$/.test(prefix) ? ' in lab' : '') + '\\n')
process.exit(1)
`

/** A fresh clone whose npm writes down what it is asked, and refuses the lock file. */
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'shop-clone-'))
  for (const part of ['scripts', 'lab', 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(part, join(clone, part), { recursive: true, filter: (path) => path !== 'lab/node_modules' })
  writeFileSync(join(clone, 'npm.js'), FAKE_NPM)
})
afterEach(() => {
  rmSync(clone, { recursive: true, force: true })
})

function start(program: string, { arguments: given = [], ...more }: { NODE_ENV?: 'production'; arguments?: string[] } = {}) {
  const { NODE_ENV: _, ...inherited } = process.env
  rmSync(join(clone, 'asked'), { force: true })
  const env = { ...inherited, NODE_ENV: 'development' as const, ...more, npm_execpath: join(clone, 'npm.js') }
  const { status, stderr } = spawnSync(process.execPath, [join(clone, program), ...given], { cwd: clone, env, encoding: 'utf8' })
  return { status, said: stderr.trim(), asked: readFileSync(join(clone, 'asked'), 'utf8').trim().split('\n') }
}

describe('packages that npm ci refuses', () => {
  const refused = {
    status: 1,
    said: 'npm ci failed, so the shop is not started with packages other than those of package-lock.json; npm says why above.',
    asked: ['ci without dev'],
  }
  it('stop a start of the shop, and a build for production, with one line', () => {
    expect(start('scripts/start.mjs')).toEqual(refused)
    expect(start('scripts/build.mjs', { NODE_ENV: 'production' })).toEqual(refused)
  })

  it('may be replaced by others while the shop is developed', () => {
    expect(start('scripts/prepare.mjs', { arguments: ['--tests'] }).asked).toEqual(['ci', 'install'])
  })
})

it('packages for development are added to those that a shop may be running on', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev))
  mkdirSync(join(clone, 'node_modules'))
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  expect(start('scripts/prepare.mjs', { arguments: ['--tests'] }).asked).toEqual(['install'])
})

describe("the lab's packages", () => {
  it.each(['lab/bench.mjs', 'lab/load.mjs'])('are installed when %s is first run, beside those of the shop', (program) => {
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
    expect(start(program)).toEqual({
      status: 1,
      said: 'The packages could not be installed; the messages of npm stand above.',
      asked: ['ci in lab', 'install in lab'],
    })
  })
})
