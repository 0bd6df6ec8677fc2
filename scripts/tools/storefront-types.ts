import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import {
  OperationTypeNode,
  buildClientSchema,
  Kind,
  parse,
  printSchema,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { format } from 'oxfmt'
import * as z from 'zod'
import * as operations from '~/server/shop/shopify/operations'

const require = createRequire(import.meta.url)

const introspection = z.custom<IntrospectionQuery>((file) => typeof file === 'object' && file !== null && '__schema' in file)

const formatting = z.object({ semi: z.boolean(), singleQuote: z.boolean(), printWidth: z.number() })

/** How this project's files are formatted, as far as it concerns types. */
const rulesOfFormat = () => formatting.parse(JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')))

/** Where the types stand. */
export const TYPES_FILE = 'src/server/shop/shopify/operations.generated.ts'

/** The Storefront API's schema, as the platform's own library ships it. */
export function storefrontSchema(): GraphQLSchema {
  const file: unknown = JSON.parse(readFileSync(require.resolve('@shopify/hydrogen-react/storefront.schema.json'), 'utf8'))
  return buildClientSchema(introspection.parse(file))
}

interface Operation {
  constant: string
  document: DocumentNode
  name: string
  kind: 'Query' | 'Mutation'
}

function parsed(): Operation[] {
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

/** The registry that gives the client's `request` its types, by the text of each operation. */
function registry(found: readonly Operation[]): string {
  const entries = (kind: Operation['kind']) =>
    found
      .filter((operation) => operation.kind === kind)
      .map(({ constant, name }) => `[${constant}]: { return: ${name}${kind}; variables: ${name}${kind}Variables }`)
      .join('\n')
  return `declare module '@shopify/storefront-api-client' {
    interface StorefrontQueries { ${entries('Query')} }
    interface StorefrontMutations { ${entries('Mutation')} }
  }`
}

/**
 * The text of operations.generated.ts.
 * @throws when an operation does not fit the schema
 */
export async function storefrontTypes(): Promise<string> {
  const schema = storefrontSchema()
  const found = parsed()
  for (const { constant, document } of found) {
    const [fault] = validate(schema, document)
    if (fault) throw new Error(`${constant}: ${fault.message}`)
  }
  const types = await codegen({
    filename: TYPES_FILE,
    schema: parse(printSchema(schema)),
    documents: found.map(({ document, constant }) => ({ document, location: constant })),
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationTypes },
    config: {
      skipTypename: true,
      disableDescriptions: true,
      enumsAsTypes: true,
      defaultScalarType: 'string',
      scalars: { URL: 'string', Decimal: 'string', ID: 'string', DateTime: 'string', HTML: 'string' },
    },
  })
  const body = types.replace('export type Incremental<', 'type Incremental<')
  const text = [
    '// Written by `npm run shop:codegen` from operations.ts and the Storefront API’s schema.',
    `import '@shopify/storefront-api-client'`,
    `import type { ${found.map(({ constant }) => constant).join(', ')} } from './operations'`,
    body,
    registry(found),
  ].join('\n\n')
  const { code } = await format(TYPES_FILE, text, rulesOfFormat())
  return code
}
