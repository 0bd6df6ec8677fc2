import type { $ZodConfig } from 'zod/v4/core'

declare global {
  /** Zod's settings, wherever a copy of it is loaded: what `z.config()` returns (zod/v4/core/core.js). */
  var __zod_globalConfig: $ZodConfig | undefined
}

/**
 * Zod checks once if it may make functions from texts, which the site's policy forbids and browsers report.
 * This says no beforehand, without loading zod into pages that do without it.
 */
const settings = (globalThis.__zod_globalConfig ??= {})
settings.jitless = true
