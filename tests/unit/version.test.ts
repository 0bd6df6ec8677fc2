import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '~/lib/version'

it('the code, package.json and the newest entry of the change log have one version', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const [, newest] = /^## (\d+\.\d+\.\d+) /m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect([VERSION, newest]).toEqual([version, version])
})
