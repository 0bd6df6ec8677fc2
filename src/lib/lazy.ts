/**
 * Makes a value when it is first needed. The first `Intl` formatter of a page takes a slow phone 50 ms, which belongs outside the page's
 * first task (docs/decisions/005).
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
