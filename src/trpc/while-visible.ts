/**
 * Holds a stream while the page is visible: a hidden tab gives its connection up, because a browser has six for all tabs of a site.
 * @param subscribe opens the stream
 * @returns the function that ends it
 */
export function whileVisible(subscribe: () => { unsubscribe: () => void }): () => void {
  let stream: ReturnType<typeof subscribe> | undefined
  const close = () => {
    stream?.unsubscribe()
    stream = undefined
  }
  const follow = () => {
    if (document.visibilityState === 'visible') stream ??= subscribe()
    else close()
  }
  document.addEventListener('visibilitychange', follow)
  // A page in the back/forward cache must not hold a connection either.
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', follow)
    close()
  }
}
