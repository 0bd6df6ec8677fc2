import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js'

/** @type {import('next').NextConfig} */
const settings = {
  reactStrictMode: true,
  poweredByHeader: false,
  // What is the same for everyone comes from the response cache, which has names of its own for what it sends; Next goes through each
  // answer byte by byte for one, 3 ms for the products page.
  generateEtags: false,
  // The embedded database is WebAssembly with files of its own; it stays outside the bundles.
  serverExternalPackages: [
    '@electric-sql/pglite',
    'pglite-prisma-adapter',
    '@prisma/schema-engine-wasm',
    '@node-rs/argon2',
    'rate-limiter-flexible',
    'pino',
    'prom-client',
    'pg-boss',
    '@aws-sdk/client-s3',
    'tinypool',
  ],
  // `npm test` runs the linter and the type check as steps of their own.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Pictures are shown as they are. The optimiser would fetch and convert them for whoever asks at /_next/image, which
  // answers 404 so.
  images: { unoptimized: true },
  // Each process keeps the pages that it makes anew in memory (docs/decisions/004, 027): the build stays as it was
  // made, on a file system that may be read-only and under as many processes as one likes.
  // The filter of routes tells the two routers of Next apart; there is only one here, and every visitor would load it.
  // A page of the back office is read when somebody first opens it: all of them together are half of what a start would load.
  experimental: { isrFlushToDisk: false, clientRouterFilter: false, preloadEntriesOnStart: false },
  // Of a package only what a page uses, in a few files: two hundred files of zod and of telephone numbers, read one by one, took longer
  // than all else of a page.
  bundlePagesRouterDependencies: true,
}

/**
 * The shop runs beside its whole node_modules: nobody needs to know which of their files each page reads, and finding out takes a
 * third of the build. Next has no switch for it; what lies outside its root is not looked at, and without its plugin nothing is.
 */
const untraced = { outputFileTracingExcludes: { '*': ['**/*'] }, outputFileTracingRoot: join(import.meta.dirname, '.next') }
const isTracer = ({ constructor }) => constructor.name === 'TraceEntryPointsPlugin'

const isSignedInPage = ({ name }) => /^pages\/(?:admin|auth|account)/.test(name ?? '')
const ofOffice = join(import.meta.dirname, 'src/pages/admin')
/** As many as the back office has. */
const officePages = () => readdirSync(ofOffice, { recursive: true }).filter((name) => name.endsWith('.tsx')).length
const isPublicPage = ({ name }) => /^pages\/(?!_|admin|auth|account|api)/.test(name ?? '')

/**
 * What nearly all public pages have is one file, and the rest of each page another: together they compress better than in the
 * many small files that webpack would make of them, by 2 kB for each page.
 */
function splitPublicPages(splitChunks) {
  splitChunks.chunks = (chunk) => !isPublicPage(chunk) && !/^(?:polyfills|main|pages\/_app)$/.test(chunk.name ?? '')
  // All packages in one file, as Next has it for Rspack.
  delete splitChunks.cacheGroups.lib
  splitChunks.cacheGroups.site = {
    name: 'site',
    chunks: (chunk) => isPublicPage(chunk) || ['pages/account', 'pages/account/profile'].includes(chunk.name),
    minChunks: 10,
    priority: 20,
    enforce: true,
  }
  // The same for all that people see when they are signed in. One more than the back office has pages: what only those share, such
  // as their menus, would come with /auth and the account's pages too.
  splitChunks.cacheGroups.signedIn = {
    name: 'signed-in',
    chunks: isSignedInPage,
    minChunks: officePages() + 1,
    priority: 15,
    enforce: true,
  }
}

/** Gives an MDX module the export `sections`: id and text of each second-level heading, in their order. */
function exportSections() {
  const textOf = (node) => node.value ?? node.children.map(textOf).join('')
  const literal = (value) => ({ type: 'Literal', value })
  const property = ([name, value]) => ({
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key: { type: 'Identifier', name },
    value: literal(value),
  })
  const objectOf = (fields) => ({ type: 'ObjectExpression', properties: Object.entries(fields).map(property) })
  const exported = (name, init) => ({
    type: 'ExportNamedDeclaration',
    specifiers: [],
    attributes: [],
    declaration: {
      type: 'VariableDeclaration',
      kind: 'const',
      declarations: [{ type: 'VariableDeclarator', id: { type: 'Identifier', name }, init }],
    },
  })

  return (tree) => {
    const headings = tree.children.filter(({ tagName }) => tagName === 'h2')
    const elements = headings.map((heading) => objectOf({ id: heading.properties.id, title: textOf(heading) }))
    const body = [exported('sections', { type: 'ArrayExpression', elements })]
    tree.children.unshift({ type: 'mdxjsEsm', value: '', data: { estree: { type: 'Program', sourceType: 'module', body } } })
  }
}

/** Long texts are MDX: Markdown with tables, an id on every heading, and `sections` for a table of contents. */
async function readMdxOptions() {
  const [{ default: remarkGfm }, { default: rehypeSlug }] = await Promise.all([import('remark-gfm'), import('rehype-slug')])
  return { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeSlug, exportSections] }
}

/**
 * A server of a finished build has no use for what reads MDX, which takes a quarter of a second to load.
 *
 * @param {string} phase
 * @returns {Promise<import('next').NextConfig>}
 */
export default async function config(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return settings
  const mdxOptions = await readMdxOptions()
  return {
    ...settings,
    // In one process: each of its own would load Next once more. Lightning CSS, Rspack's minimiser, rewrites light-dark() so that a dark section
    // within a light page keeps the light colours.
    experimental: { ...settings.experimental, webpackBuildWorker: false, useLightningcss: false },
    ...(phase === PHASE_PRODUCTION_BUILD && untraced),
    webpack(config, { defaultLoaders, dev, isServer }) {
      if (!isServer && !dev) splitPublicPages(config.optimization.splitChunks)
      // webpack's cache on disk, 300 MB, takes a fifth of the build to write and made the build after a change no shorter (34 s
      // with it, 26 without).
      if (!dev) {
        config.cache = false
        config.plugins = config.plugins.filter((plugin) => !isTracer(plugin))
      }
      // Each page's first script would list the digests of all parts that are loaded later, those of the back office too: with
      // the build's digest in their names, and in those of what some pages load at first, there is nothing to list (240 bytes for each
      // visitor), and after a new build they are loaded anew. What is largest and seldom changes keeps a name by its content.
      config.output.hashDigestLength = 6
      if (!isServer && !dev) {
        config.output.filename = 'static/chunks/[name]-[fullhash].js'
        config.output.chunkFilename = config.output.filename
        const { framework, site, signedIn } = config.optimization.splitChunks.cacheGroups
        for (const group of [framework, site, signedIn]) group.filename = 'static/chunks/[name]-[contenthash].js'
      }
      config.module.rules.push({ test: /\.mdx$/, use: [defaultLoaders.babel, { loader: '@mdx-js/loader', options: mdxOptions }] })
      return config
    },
  }
}
