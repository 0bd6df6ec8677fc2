import { writeFileSync } from 'node:fs'
import { storefrontTypes, TYPES_FILE } from './tools/storefront-types'

/** `npm run shop:codegen`: writes the types of what is asked of the Storefront API. */
writeFileSync(TYPES_FILE, await storefrontTypes())
console.log(`Wrote ${TYPES_FILE}`)
