import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notify } from '~/components/ui/notify'
import { Toasts } from '~/components/ui/toasts'
import { CategorySwitches } from './category-switches'
import { essentialOnly, readConsent, storeConsent } from './preferences'

interface CookieSettingsProps {
  open: boolean
  onClose: () => void
}

/** The footer's dialog and the toasts that outlive it. Loaded when it is first opened. */
export function CookieSettings({ open, onClose }: CookieSettingsProps) {
  return (
    <>
      {open && <CookieSettingsDialog onClose={onClose} />}
      <Toasts />
    </>
  )
}

function CookieSettingsDialog({ onClose }: { onClose: () => void }) {
  const [stored] = useState(readConsent)
  const [preferences, setPreferences] = useState(stored.preferences)

  const save = () => {
    const kept = storeConsent(preferences, new Date())
    if (kept) notify({ title: 'Cookie preferences saved', description: 'They apply to this browser.', tone: 'success' })
    else
      notify({ title: 'Cookie preferences not saved', description: 'This browser does not allow the site to store them.', tone: 'danger' })
    onClose()
  }
  const reset = () => {
    setPreferences(essentialOnly)
    notify({ title: 'Settings reset', description: 'Every optional category is off. Save to keep it so.', tone: 'success' })
  }

  return (
    <Modal title="Cookie Settings" onClose={onClose} className="sm:max-w-xl">
      <ModalBody>
        <CategorySwitches preferences={preferences} onChange={setPreferences} />
        <p className="mt-6 text-sm text-ink-subtle">
          Last updated: {stored.date ? stored.date.toLocaleDateString('en-GB', { dateStyle: 'long' }) : 'Not set'}
        </p>
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
