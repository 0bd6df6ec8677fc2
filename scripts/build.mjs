import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { hasApiDocuments, makeApiDocuments } from './tools/api-documents.mjs'
import { compressAssets } from './tools/compress-assets.mjs'
import { licencesOfInputs } from './tools/licences.mjs'
import { withLock } from './tools/lock.mjs'
import { showing } from './tools/progress.mjs'
import { digest, filesUnder, isProgram, program, Refusal, root, run, runPackage } from './tools/project.mjs'

/** The commands of an operator (`npm run db:…`), for where the build is without its sources (scripts/slim.mjs). */
const commands = ['migrate', 'seed', 'backup', 'restore'].map((name) => `scripts/${name}.ts`)

/** Everything that a build is made of; the Prisma client follows from prisma/ and package-lock.json. */
const sources = [
  'src',
  'prisma',
  'public',
  'next.config.js',
  'postcss.config.js',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  ...commands,
]
/** Follow from the sources. */
const generated = ['src/generated', 'public/api'].map((folder) => join(root, folder, '/'))

const stamp = join(root, 'dist/build-stamp.json')
const serverProgram = join(root, 'dist/server.mjs')
const decoderProgram = join(root, 'dist/decoder.mjs')
const pages = join(root, '.next/BUILD_ID')
/** Seconds on two cores that do nothing else. */
const USUAL_SECONDS = 30

/** @returns {boolean} whether the last finished build was made of the sources as they are now */
export function buildIsCurrent() {
  if (![stamp, serverProgram, decoderProgram, pages].every((path) => existsSync(path))) return false
  return JSON.parse(readFileSync(stamp, 'utf8')).sources === sourcesDigest()
}

/**
 * Builds the pages (`.next`), the server around them (`dist/server.mjs`), the small forms of what browsers load and the documents of the API,
 * unless all are current. Needs no database and no environment; throws a sentence for people.
 *
 * @param {{ always?: boolean }} [options]
 */
export async function build({ always = false } = {}) {
  const isDue = always || !buildIsCurrent()
  const parts = (isDue ? buildParts(always) : Promise.resolve()).then(() => compressAssets())
  await Promise.all([parts, (isDue || !hasApiDocuments()) && makeApiDocuments()])
}

/**
 * The same for a first start, without what can follow it.
 *
 * @returns {{ programs: Promise<void>, pages: Promise<void> }} the server's program, which can open the database, is there before its pages
 */
export function buildToStart() {
  if (buildIsCurrent()) return { programs: Promise.resolve(), pages: Promise.resolve() }
  let pages
  const programs = new Promise((resolve, reject) => {
    pages = buildParts(false, resolve).then(resolve)
    pages.catch(reject)
  })
  return { programs, pages }
}

/** @param {() => void} [programsAreMade] called before the pages are built */
async function buildParts(always, programsAreMade) {
  await withLock('build', async () => {
    if (!always && buildIsCurrent()) return
    // Taken before the build: what changes while it runs makes the result out of date.
    const made = sourcesDigest()
    rmSync(stamp, { force: true })
    await showing('Building the shop', USUAL_SECONDS, () => Promise.all([buildPages(), buildServer().then(programsAreMade)]))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, `${JSON.stringify({ sources: made, builtAt: new Date().toISOString() })}\n`)
  })
}

function sourcesDigest() {
  const files = sources
    .flatMap((source) => filesUnder(join(root, source)))
    .filter((path) => !generated.some((folder) => path.startsWith(folder)))
    .sort()
  return digest(...files.flatMap((path) => [relative(root, path), readFileSync(path)]))
}

async function buildPages() {
  // Rspack takes webpack's configuration and a third of its time (docs/decisions/033).
  const code = await runPackage('next/dist/bin/next', ['build'], { env: { NODE_ENV: 'production', NEXT_RSPACK: 'true' }, quiet: true })
  if (code !== 0) throw new Refusal('next build failed; its messages stand above.')
}

/**
 * Packages that stay files of their own: native code and WebAssembly, what reads files beside its own or starts workers from them, and what
 * the pages that Next has built share with the server (React, Prisma's errors, tRPC's).
 */
const external =
  /^(?:next|react|react-dom|sharp|tinypool|esbuild|tsx|typescript|@prisma\/(?:client|schema-engine-wasm)|@electric-sql|@node-rs|@trpc|@aws-sdk|@opentelemetry\/(?:api|context-async-hooks)|@zxcvbn-ts|bwip-js|dejavu-fonts-ttf|fontkit|heic-decode|libheif-js|pdfmake|pg-native|subset-font|swagger-ui-dist|zxing-wasm|barcode-detector|any-ascii)(?:\/|$)/

/**
 * All other packages are part of the program: one file is read instead of a thousand, and of each package only what is used. Dynamic imports
 * stay files that are read when they are first needed.
 *
 * @type {import('esbuild').Plugin}
 */
const packagesExternal = {
  name: 'packages-external',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./~]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || queryCompiler.test(path) || !external.test(path)) return undefined
      return { path, external: true }
    })
  },
}

const queryCompiler = /query_compiler\w+\.postgresql\.wasm-base64\.mjs$/

/**
 * Prisma's query compiler comes as text in Base64, which would stay in memory twice; it becomes a file beside the program.
 *
 * @type {import('esbuild').Plugin}
 */
const queryCompilerAsFile = {
  name: 'query-compiler-as-file',
  setup(bundler) {
    bundler.onLoad({ filter: queryCompiler }, async ({ path }) => {
      const { wasm } = await import(pathToFileURL(path).href)
      mkdirSync(join(root, 'dist'), { recursive: true })
      writeFileSync(join(root, 'dist/query-compiler.wasm'), Buffer.from(wasm, 'base64'))
      // Node makes a buffer of an object's value, so that it is read when a client compiles it, and not kept.
      const contents = `import { readFileSync } from 'node:fs'
        export const wasm = { valueOf: () => readFileSync(new URL('./query-compiler.wasm', import.meta.url)) }`
      return { contents, loader: 'js' }
    })
  },
}

/** The programs, and the database that new shops begin with. */
async function buildServer() {
  await bundleServer()
  const code = await run(process.execPath, [join(root, 'dist/make-empty-database.mjs')], { quiet: true })
  if (code !== 0) throw new Refusal('The empty database could not be made; the messages stand above.')
}

const emptyDatabase = /^empty-database-[\da-f]+\.tar\.gz$/

async function bundleServer() {
  // Of the last build only the image of the empty database stays: its name has all that it depends on.
  for (const path of filesUnder(join(root, 'dist'))) if (!emptyDatabase.test(basename(path))) rmSync(path)
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: {
      server: 'src/server/http/main.ts',
      // For a start, which waits for the pages.
      'serve-shop': 'src/server/http/serve-shop.ts',
      // Reads strangers' files, in processes of its own.
      decoder: 'src/server/platform/files/decoder/main.ts',
      'make-empty-database': 'src/server/platform/database/make-empty-database.ts',
      'draw-pdf': 'src/server/platform/pdf/draw-pdf.mjs',
      ...Object.fromEntries(commands.map((path) => [basename(path, '.ts'), path])),
    },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Dynamic imports stay out of the code that every start loads.
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Their ES modules, of which only what is used gets in.
    mainFields: ['module', 'main'],
    target: 'node20',
    plugins: [packagesExternal, queryCompilerAsFile],
    // Packages that are CommonJS ask for Node's own modules by it.
    banner: { js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);` },
    // A third of the text to read and to keep in memory; names stay, for traces on Node 20, which has no use for the maps.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: true,
    logLevel: 'warning',
  })
  writeFileSync(join(root, 'dist/licences.txt'), licencesOfInputs(Object.keys(metafile.inputs)))
}

if (isProgram(import.meta)) {
  await program(async () => {
    await prepare()
    await build({ always: true })
  })
}
