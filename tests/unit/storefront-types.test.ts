import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { storefrontTypes, TYPES_FILE } from '../../scripts/tools/storefront-types'

it('the types of the Storefront operations are those of the operations and the platform’s schema', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await storefrontTypes())
})
