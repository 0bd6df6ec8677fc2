import { notifyLazily } from '~/components/ui/lazy-toasts'

/** The toasts about cookies (spec §8). Each takes the place of the one before: only the last word counts. */
const id = 'cookie-consent'

export const saySaved = () =>
  notifyLazily({ title: 'Cookie preferences saved', description: 'They apply to this browser.', tone: 'success', id })

export const sayNotSaved = () =>
  notifyLazily({
    title: 'Cookie preferences not saved',
    description: 'This browser does not allow the site to store them.',
    tone: 'danger',
    id,
  })

export const sayReset = () =>
  notifyLazily({ title: 'Settings reset', description: 'Every optional category is off. Save to keep it so.', tone: 'success', id })
