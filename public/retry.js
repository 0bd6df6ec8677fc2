/** Loads a page that could not be shown once the shop's database answers again (src/server/http/pages/unavailable.ts). */
const EVERY_MS = 2_000

async function look() {
  try {
    const { ok } = await fetch('/api/health', { cache: 'no-store' })
    if (ok) {
      location.reload()
      return
    }
  } catch {
    // The server is away as well.
  }
  // Browsers that come back must not all do so in the same moment.
  setTimeout(look, EVERY_MS * (1 + Math.random()))
}

document.querySelector('a').addEventListener('click', (event) => {
  event.preventDefault()
  location.reload()
})
setTimeout(look, EVERY_MS)
