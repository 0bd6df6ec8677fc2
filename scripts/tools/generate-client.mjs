import { createRequire } from 'node:module'
import { leanQueryGraph } from './lean-query-graph.mjs'
import { root } from './project.mjs'

/**
 * Writes the Prisma client into src/generated, by the same generator that Prisma's command line runs. The command line itself is not
 * installed: it brings its studio, a development server and a second embedded database (docs/decisions/030).
 */

// As CommonJS: their ES modules import files without the end of their names, which Node does not find.
const require = createRequire(import.meta.url)
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')
const { getGenerators, loadSchemaContext } = require('@prisma/internals')

process.chdir(root)
const generators = await getGenerators({
  schemaContext: await loadSchemaContext({ schemaPath: { cliProvidedPath: 'prisma/schema.prisma' }, printLoadMessage: false }),
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
})
for (const generator of generators) await generator.generate()
leanQueryGraph('src/generated/prisma/internal/class.ts')
