import { storeConsent } from './consent-store'
import { followConsent, isWithdrawal } from './google-tag'
import { forgetPrice } from '~/lib/electricity-price'
import { forgetChoice } from '~/lib/trade-in-choice'
import type { CookiePreferences } from './preferences'
import { notifyLazily } from '~/components/ui/lazy-toasts'

/** The toasts about cookies (requirements §8). Each takes the place of the one before: only the last word counts. */
const id = 'cookie-consent'

const saySaved = () => notifyLazily({ title: 'Cookie preferences saved', description: 'They apply to this browser.', tone: 'success', id })

const sayNotSaved = () =>
  notifyLazily({
    title: 'Cookie preferences not saved',
    description: 'This browser does not allow the site to store them.',
    tone: 'danger',
    id,
  })

export const sayReset = () =>
  notifyLazily({ title: 'Settings reset', description: 'Every optional category is off. Save to keep it so.', tone: 'success', id })

/** In sessionStorage while the page loads afresh after a withdrawal: the toast to show then. */
const NOTICE_KEY = 'cookie-consent-notice'

/** Stores the visitor's choice and says so (requirements §4, §8). A withdrawal is confirmed by the page that is loaded afterwards. */
export function decide(preferences: CookiePreferences) {
  const reloads = isWithdrawal(preferences)
  const isStored = storeConsent(preferences, new Date())
  if (!preferences.functional) {
    forgetChoice()
    forgetPrice()
  }
  if (!isStored) sayNotSaved()
  else if (reloads) leaveNotice()
  else saySaved()
  // A tag may have come since the page looked for one.
  followConsent(preferences)
}

function leaveNotice() {
  try {
    sessionStorage.setItem(NOTICE_KEY, 'saved')
  } catch {
    // No notice then: the stored choice is what counts.
  }
}

/** Shows the toast that the page before this one had no time to show. */
export function sayLeftNotice() {
  try {
    if (sessionStorage.getItem(NOTICE_KEY) === null) return
    sessionStorage.removeItem(NOTICE_KEY)
    saySaved()
  } catch {
    // Storage is switched off: nothing was left.
  }
}
