import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import {
  OperationTypeNode,
  buildSchema,
  Kind,
  parse,
  printSchema,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql'
import { readdirSync, readFileSync } from 'node:fs'
import { format } from 'oxfmt'
import * as z from 'zod'
import * as adminOperations from '~/server/catalogue/shop/shopify/admin/operations'
import * as storefrontOperations from '~/server/catalogue/shop/shopify/operations'

export const introspection = z.custom<IntrospectionQuery>((file) => typeof file === 'object' && file !== null && '__schema' in file)

const formatting = z.object({ semi: z.boolean(), singleQuote: z.boolean(), printWidth: z.number() })

/** The formatter's settings that matter for types. */
const rulesOfFormat = () => formatting.parse(JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')))

/** The API version that the shop requests. */
export const CURRENT_VERSION = '2026-10'

const SCHEMAS = 'scripts/tools/shop-schemas'

/** Each API, its files in the platform's package, and the shop's operations. */
export const schemaSources = [
  { api: 'admin', source: 'admin', operations: adminOperations },
  { api: 'storefront', source: 'storefront-graphql', operations: storefrontOperations },
] as const
type ApiName = (typeof schemaSources)[number]['api']

export const schemaFile = (api: ApiName, version: string): string => `${SCHEMAS}/${api}-${version}.graphql`

/** Versions with a stored schema: the current one, and each newer one that the platform has published. */
export const keptVersions = (api: ApiName): string[] =>
  readdirSync(SCHEMAS).flatMap((name) => new RegExp(`^${api}-(.+)\\.graphql$`).exec(name)?.[1] ?? [])

const schemaOf = (api: ApiName, version: string): GraphQLSchema => buildSchema(readFileSync(schemaFile(api, version), 'utf8'))

/** The used parts of the APIs' schemas (shop-schemas.ts). */
export const storefrontSchema = (version: string = CURRENT_VERSION): GraphQLSchema => schemaOf('storefront', version)
export const adminSchema = (version: string = CURRENT_VERSION): GraphQLSchema => schemaOf('admin', version)

interface Operation {
  constant: string
  document: DocumentNode
  name: string
  kind: 'Query' | 'Mutation'
}

function parsed(operations: Record<string, string>): Operation[] {
  return Object.entries(operations)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([constant, text]) => {
      const document = parse(text)
      const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      if (!operation?.name) throw new Error(`${constant} is not a named operation`)
      return {
        constant,
        document,
        name: operation.name.value,
        kind: operation.operation === OperationTypeNode.MUTATION ? 'Mutation' : 'Query',
      }
    })
}

const entries = (found: readonly Operation[], kinds: readonly Operation['kind'][]) =>
  found
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ constant, name, kind }) => `[${constant}]: { return: ${name}${kind}; variables: ${name}${kind}Variables }`)
    .join('\n')

interface Api {
  /** The generated file. */
  file: string
  name: string
  schema: () => GraphQLSchema
  operations: Record<string, string>
  imports: string
  /** Gives each request its types, by the text of its operation. */
  registry: (found: readonly Operation[]) => string
}

/** The platform's APIs that the shop calls, and the files that hold their types. */
export const apis = {
  storefront: {
    file: 'src/server/catalogue/shop/shopify/operations.generated.ts',
    name: 'Storefront',
    schema: storefrontSchema,
    operations: storefrontOperations,
    imports: `import '@shopify/storefront-api-client'`,
    registry: (found) => `declare module '@shopify/storefront-api-client' {
      interface StorefrontQueries { ${entries(found, ['Query'])} }
      interface StorefrontMutations { ${entries(found, ['Mutation'])} }
    }`,
  },
  admin: {
    file: 'src/server/catalogue/shop/shopify/admin/operations.generated.ts',
    name: 'Admin',
    schema: adminSchema,
    operations: adminOperations,
    imports: '',
    registry: (found) => `export interface AdminOperations { ${entries(found, ['Query', 'Mutation'])} }`,
  },
} satisfies Record<string, Api>

/** The text of a file of types. @throws when an operation does not fit the schema */
export async function operationTypesOf(api: Api): Promise<string> {
  const schema = api.schema()
  const found = parsed(api.operations)
  for (const { constant, document } of found) {
    const [fault] = validate(schema, document)
    if (fault) throw new Error(`${constant}: ${fault.message}`)
  }
  const types = await codegen({
    filename: api.file,
    schema: parse(printSchema(schema)),
    documents: found.map(({ document, constant }) => ({ document, location: constant })),
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationTypes },
    config: {
      skipTypename: true,
      disableDescriptions: true,
      enumsAsTypes: true,
      useTypeImports: true,
      defaultScalarType: 'string',
      scalars: { URL: 'string', Decimal: 'string', ID: 'string', DateTime: 'string', HTML: 'string' },
    },
  })
  const body = types.replace('export type Incremental<', 'type Incremental<')
  const text = [
    `// Written by \`npm run shop:codegen\` from operations.ts and the ${api.name} API’s schema.`,
    api.imports,
    `import type { ${found.map(({ constant }) => constant).join(', ')} } from './operations'`,
    body,
    api.registry(found),
  ].join('\n\n')
  const { code } = await format(api.file, text, rulesOfFormat())
  return code
}
