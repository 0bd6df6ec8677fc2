import { storeConsent } from './consent-store'
import { followConsent, isWithdrawal } from './google-tag'
import { forgetPrice } from '~/lib/electricity-price'
import { forgetChoice } from '~/lib/trade-in-choice'
import type { CookiePreferences } from './preferences'
import { notifyLazily } from '~/components/ui/lazy-toasts'

/** Toasts about cookies replace each other (requirements §8). */
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

/** sessionStorage key of the toast to show after the reload that follows a withdrawal. */
const NOTICE_KEY = 'cookie-consent-notice'

/** Stores the choice with a toast (requirements §4, §8); a withdrawal is confirmed after the reload. */
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
  // A tag may have loaded meanwhile.
  followConsent(preferences)
}

function leaveNotice() {
  try {
    sessionStorage.setItem(NOTICE_KEY, 'saved')
  } catch {
    // Without a toast: only the stored choice matters.
  }
}

export function sayLeftNotice() {
  try {
    if (sessionStorage.getItem(NOTICE_KEY) === null) return
    sessionStorage.removeItem(NOTICE_KEY)
    saySaved()
  } catch {
    // Storage is switched off.
  }
}
