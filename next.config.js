import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'

/** Long texts are MDX: Markdown with tables, an id on every heading, and `sections` for a table of contents. */
const mdxOptions = { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeSlug, exportSections] }

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // The embedded database is WebAssembly with files of its own; it stays outside the bundles.
  serverExternalPackages: [
    '@electric-sql/pglite',
    'pglite-prisma-adapter',
    '@prisma/schema-engine-wasm',
    '@node-rs/argon2',
    'rate-limiter-flexible',
    'pino',
    'prom-client',
  ],
  // `npm test` runs the linter and the type check as steps of their own.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Each process keeps the pages that it makes anew in memory (docs/decisions/003, 047): the build stays as it was
  // made, on a file system that may be read-only and under as many processes as one likes.
  // The filter of routes tells the two routers of Next apart; there is only one here, and every visitor would load it.
  experimental: { isrFlushToDisk: false, clientRouterFilter: false },
  // The shop runs beside its whole node_modules: nobody needs to know which of their files each page reads, and finding
  // out takes a third of the build.
  outputFileTracingExcludes: { '*': ['**/*'] },
  webpack(config, { defaultLoaders }) {
    config.module.rules.push({ test: /\.mdx$/, use: [defaultLoaders.babel, { loader: '@mdx-js/loader', options: mdxOptions }] })
    return config
  },
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
