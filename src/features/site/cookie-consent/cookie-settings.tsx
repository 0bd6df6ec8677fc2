import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { calendarDay, formatDay } from '~/lib/instant'
import { CategorySwitches } from './category-switches'
import { readConsent } from './consent-store'
import { decide, sayReset } from './decide'
import { essentialOnly } from './preferences'

/** Loaded when first opened. */
export function CookieSettings({ onClose }: { onClose: () => void }) {
  const [stored] = useState(readConsent)
  const [preferences, setPreferences] = useState(stored.preferences)

  const save = () => {
    decide(preferences)
    onClose()
  }
  const reset = () => {
    setPreferences(essentialOnly)
    sayReset()
  }

  return (
    <Modal title="Cookie Settings" onClose={onClose} className="max-w-lg sm:max-w-xl">
      <ModalBody>
        <CategorySwitches preferences={preferences} onChange={setPreferences} />
        <p className="mt-6 text-sm text-ink-subtle">Last updated: {stored.date ? formatDay(calendarDay(stored.date)) : 'Not set'}</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="ghost" onClick={reset}>
          Reset to Defaults
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={save}>Save Preferences</Button>
      </ModalFooter>
    </Modal>
  )
}
