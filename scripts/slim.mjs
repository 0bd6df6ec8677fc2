import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from './build.mjs'
import { licencesOf } from './tools/licences.mjs'
import { prepare } from './prepare.mjs'
import { isProgram, program, Refusal, root } from './tools/project.mjs'

/**
 * `node scripts/slim.mjs FOLDER`: builds the shop and copies what it runs on, and nothing else, into a new folder. The image is that folder
 * (Dockerfile; docs/decisions/030). `npm run serve` and `npm run db:…` are the same there.
 */

/** Copied whole, but for `notRun`. */
const parts = ['.next', 'dist', 'prisma', 'public', 'next.config.js', 'package-lock.json']

/** Parts of Next's build that no server reads. */
const notRun = ['cache', 'dev', 'types', 'diagnostics', 'trace', 'trace-build'].map((name) => join(root, '.next', name))

/** Files that are found by a path put together at run time, which no reader of the code sees. */
const namedAtRunTime = [
  '@prisma/schema-engine-wasm/schema_engine_bg.wasm',
  '@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf',
  '@expo-google-fonts/archivo/700Bold/Archivo_700Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ...['jp', 'kr', 'sc'].flatMap((family) => ['files', 'unicode.json'].map((part) => `@fontsource-variable/noto-sans-${family}/${part}`)),
  'harfbuzzjs/dist/harfbuzz-subset.wasm',
  // Next looks these up, without loading them, whenever it reads its configuration.
  'next/dist/compiled/webpack',
  'next/dist/compiled/@babel/runtime/package.json',
].map((path) => `node_modules/${path}`)

/** Files that the code names and a server in production never asks for. */
const neverLoaded = [
  '**/*.map',
  '**/*.d.ts',
  'node_modules/next/dist/docs/**',
  'node_modules/next/dist/compiled/next-server/*.dev.js',
  'node_modules/@next/swc-*/**',
  // Next's programs name the builder, which is half as large as all the rest.
  'node_modules/next-rspack/**',
  'node_modules/@next/rspack-*/**',
  'node_modules/@rspack/**',
]

/**
 * Makes the folder of a finished build.
 *
 * @param {string} folder which does not exist yet, or is empty
 */
export async function slim(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Refusal(`${folder} is not empty.`)
  mkdirSync(folder, { recursive: true })
  const to = realpathSync(folder)
  for (const part of parts) cpSync(join(root, part), join(to, part), { recursive: true, filter: (path) => !notRun.includes(path) })
  for (const path of [...(await tracedFiles()), ...namedAtRunTime]) copy(path, to)
  for (const path of licences(to)) copy(path, to)
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function copy(path, to) {
  mkdirSync(join(to, dirname(path)), { recursive: true })
  cpSync(join(root, path), join(to, path), { recursive: true })
}

const programsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** The files of packages, and of scripts/, that the built programs load. */
async function tracedFiles() {
  const { nodeFileTrace } = await import('@vercel/nft')
  const entries = [...programsIn('dist'), ...programsIn('.next/server'), join(root, 'next.config.js'), join(root, 'scripts/serve.mjs')]
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    ignore: neverLoaded,
    conditions: ['node', 'production'],
    // Node 20 and 22 choose differently for `module-sync`; and some packages are CommonJS and ES modules at once.
    moduleSyncCatchall: true,
    mixedModules: true,
  })
  return [...fileList].filter((path) => /^(?:node_modules|scripts)\//.test(path))
}

/** The image is passed on with the packages' licences. */
function licences(to) {
  return readdirSync(join(to, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'package.json')
    .map((entry) => relative(to, entry.parentPath))
    .flatMap(licencesOf)
}

/** The commands that an operator has are programs of the build there. */
function manifest() {
  const {
    name,
    version,
    private: isPrivate,
    type,
    license,
    engines,
    scripts,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commands = Object.entries(scripts)
    .map(([command, text]) => [command, /^node scripts\/run\.mjs scripts\/(\w+)\.ts$/.exec(text)?.[1]])
    .filter(([, built]) => built && existsSync(join(root, `dist/${built}.mjs`)))
    .map(([command, built]) => [command, `node dist/${built}.mjs`])
  return { name, version, private: isPrivate, type, license, engines, scripts: { serve: scripts.serve, ...Object.fromEntries(commands) } }
}

if (isProgram(import.meta)) {
  await program(async () => {
    const [folder] = process.argv.slice(2)
    if (!folder) throw new Refusal('Usage: node scripts/slim.mjs FOLDER')
    await prepare({ tests: true })
    await build()
    await slim(folder)
  })
}
