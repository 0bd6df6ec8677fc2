import { afterEach, expect, test, vi } from 'vitest'
import { globalConfig } from 'zod/v4/core'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  delete globalConfig.jitless
})

test('a browser, whose policy forbids compiling, reads by schemas as they are; the server that renders the same page compiles them', async () => {
  await import('~/lib/zod-without-eval')
  expect(globalConfig.jitless).toBeUndefined()

  vi.resetModules()
  vi.stubGlobal('window', {})
  await import('~/lib/zod-without-eval')
  expect(globalConfig.jitless).toBe(true)
})
