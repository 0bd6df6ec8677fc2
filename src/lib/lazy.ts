/**
 * A value that is made when it is first asked for. The first formatter of `Intl` on a page takes a slow phone 50 ms: one that
 * is made where its module is loaded makes the page's first task longer by that (docs/decisions/005).
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
