import { notifyLate } from '~/components/ui/late-toasts'
import { storeConsent } from './consent-store'
import { isWithdrawal } from './google-tag'
import type { CookiePreferences } from './preferences'

/** In sessionStorage while the page is loaded afresh after a withdrawal: what still has to be said. */
const NOTICE_KEY = 'cookie-consent-notice'

const saySaved = () => notifyLate({ title: 'Cookie preferences saved', description: 'They apply to this browser.', tone: 'success' })

/** Stores the visitor's choice and says so (spec §4, §8). A withdrawal is confirmed by the page that is loaded afterwards. */
export function decide(preferences: CookiePreferences) {
  const reloads = isWithdrawal(preferences)
  if (reloads) leaveNotice()
  const kept = storeConsent(preferences, new Date())
  if (!kept) {
    notifyLate({
      title: 'Cookie preferences not saved',
      description: 'This browser does not allow the site to store them.',
      tone: 'danger',
    })
  } else if (!reloads) saySaved()
}

function leaveNotice() {
  try {
    sessionStorage.setItem(NOTICE_KEY, 'saved')
  } catch {
    // No notice then: the stored choice is what counts.
  }
}

/** Says what the page before this one had no time to say. */
export function sayLeftNotice() {
  try {
    if (sessionStorage.getItem(NOTICE_KEY) === null) return
    sessionStorage.removeItem(NOTICE_KEY)
    saySaved()
  } catch {
    // Storage is switched off: nothing was left.
  }
}
