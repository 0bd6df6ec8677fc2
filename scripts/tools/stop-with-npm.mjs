const CHECK_MS = 200

/** Taken as early as can be: npm may be gone before the server runs. */
const parent = process.ppid

/**
 * Ends this process in the ordinary way, by SIGTERM, when the `npm` that started it is gone. npm runs a
 * script through a shell, which on many systems dies of a signal without passing it on.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  watch.unref()
}
