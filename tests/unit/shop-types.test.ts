import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse, validate } from 'graphql'
import { adminSchema, apis, keptVersions, operationTypesOf, schemaSources, storefrontSchema } from '../../scripts/tools/shop-types'

it.each(Object.values(apis))('the types of the $name operations are those of the operations and the platform’s schema', async (api) => {
  expect(readFileSync(api.file, 'utf8')).toBe(await operationTypesOf(api))
})

it.each(
  schemaSources.flatMap(({ api, operations }) =>
    keptVersions(api).flatMap((version) => Object.entries(operations).map(([name, text]) => ({ api, version, name, text }))),
  ),
)('$name fits the schema of the $api API, $version', ({ api, version, text }) => {
  const schema = api === 'admin' ? adminSchema(version) : storefrontSchema(version)
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
})
