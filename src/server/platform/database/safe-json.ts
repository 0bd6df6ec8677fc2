/** What JSON can say, as far as it can be sent and shown. */
export type SafeJson = string | number | boolean | null | SafeJson[] | { [key: string]: SafeJson | undefined }

/** Names that stand for an object's own machinery: superjson refuses to send an object that has one of them. */
const unsendable = new Set(['__proto__', 'constructor', 'prototype'])

/** Deeper than any document of ours; recursion over what plain SQL has left must end. */
const MOST_LEVELS = 50

/**
 * A JSON document as it can be sent and shown. What cannot is left out: fields named like an object's own machinery, numbers beyond
 * what JavaScript holds, and whatever lies deeper than 50 levels.
 */
export function safeJson(value: unknown, levels = MOST_LEVELS): SafeJson {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null || levels === 0) return null
  if (Array.isArray(value)) return value.map((each) => safeJson(each, levels - 1))
  const fields = Object.entries(value).filter(([name]) => !unsendable.has(name))
  return Object.fromEntries(fields.map(([name, each]) => [name, safeJson(each, levels - 1)]))
}
