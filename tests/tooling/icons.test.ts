import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconFiles } from '../../scripts/icons.mjs'

it('the drawn icons are those that the shop uses, as Lucide has them (`npm run icons`)', async () => {
  const files = await iconFiles()
  const drawn = readdirSync('src/components/icons/lucide').map((name) => `src/components/icons/lucide/${name}`)
  expect([...drawn, 'src/components/icons/lucide.ts'].toSorted()).toEqual([...files.keys()].toSorted())
  for (const [path, text] of files) expect(readFileSync(path, 'utf8'), path).toBe(text)
})
