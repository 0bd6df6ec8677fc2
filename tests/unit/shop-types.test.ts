import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apis, operationTypesOf } from '../../scripts/tools/shop-types'

it.each(Object.values(apis))('the types of the $name operations are those of the operations and the platform’s schema', async (api) => {
  expect(readFileSync(api.file, 'utf8')).toBe(await operationTypesOf(api))
})
