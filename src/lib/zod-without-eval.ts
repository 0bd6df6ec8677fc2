import type { $ZodConfig } from 'zod/v4/core'

declare global {
  /** Zod's global settings, shared by all copies of it: what `z.config()` returns (zod/v4/core/core.js). */
  var __zod_globalConfig: $ZodConfig | undefined
}

/**
 * Zod tests whether it may compile functions, which the site's CSP forbids and browsers report. This switches the test off without loading
 * zod. The server renders pages in the process that answers calls, where compiled schemas read rows faster, so they stay.
 */
if (typeof window !== 'undefined') (globalThis.__zod_globalConfig ??= {}).jitless = true
