import { paths } from '~/lib/paths'

/** Left for /auth by a page that had to go because its session ended. Says nothing about whose it was. */
const ENDED = 'session-ended'

export type SignedOutBy = 'choice' | 'end'

/**
 * Leaves a guarded page for /auth by a full page load, so that nothing of it stays in memory.
 * @param by `end` when the session ended without anybody's doing in this browser: /auth then says so, and
 * brings whoever signs in again back to the page, because the page's own guard sends them there
 */
export function leaveForAuth(by: SignedOutBy): void {
  if (by === 'choice') {
    window.location.assign(paths.auth)
    return
  }
  try {
    sessionStorage.setItem(ENDED, '1')
  } catch {
    // Storage may be switched off: the page then leaves without a word.
  }
  window.location.reload()
}

/** Whether a page left because its session ended; true only the first time it is asked. */
export function takeEndedNote(): boolean {
  try {
    const left = sessionStorage.getItem(ENDED) !== null
    sessionStorage.removeItem(ENDED)
    return left
  } catch {
    return false
  }
}
