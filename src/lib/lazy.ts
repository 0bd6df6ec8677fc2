/** The first `Intl` formatter of a page takes a slow phone 50 ms, too much for the page's first task (docs/decisions/005). */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
