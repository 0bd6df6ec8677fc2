import type { PGlite } from '@electric-sql/pglite'

interface EngineFiles {
  chmod: (place: unknown, mode: number, dontFollow?: boolean) => void
}

const areFiles = (value: unknown): value is EngineFiles =>
  typeof value === 'object' && value !== null && 'chmod' in value && typeof value.chmod === 'function'

/** All that the file's owner may do. */
const OWNER = 0o700

/**
 * Has an engine keep its files for their owner alone. After it has made one it sets the file's rights by a umask of its
 * own, 0022, which nothing can change from outside (PGlite 0.5: Emscripten's `FS.open`), so the process's does not count.
 */
export function keepFilesPrivate({ Module: engine }: PGlite): void {
  const files: unknown = engine.FS
  if (!areFiles(files)) throw new TypeError('The embedded engine has no file system of the kind that is known')
  const { chmod } = files
  files.chmod = (place, mode, dontFollow) => {
    chmod(place, (mode & ~0o7777) | (mode & OWNER), dontFollow)
  }
}
