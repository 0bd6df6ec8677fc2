import { writeFileSync } from 'node:fs'
import { apis, operationTypesOf } from './tools/shop-types'

/** `npm run shop:codegen`: writes the types of what is asked of the shop's platform. */
for (const api of Object.values(apis)) {
  writeFileSync(api.file, await operationTypesOf(api))
  console.log(`Wrote ${api.file}`)
}
