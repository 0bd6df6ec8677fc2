/** Typed keys of a literal object; `Object.keys` types them as texts, because another object might have more. */
export const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

export const fromEntries = <Key extends string, Value>(entries: readonly (readonly [Key, Value])[]) =>
  Object.fromEntries(entries) as Record<Key, Value>

export const recordOf = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  fromEntries(keys.map((key) => [key, valueOf(key)] as const))
