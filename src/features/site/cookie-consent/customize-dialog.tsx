import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { CategorySwitches } from './category-switches'
import { essentialOnly, type CookiePreferences } from './preferences'

interface CustomizeDialogProps {
  onSave: (preferences: CookiePreferences) => void
  onCancel: () => void
}

/** Nothing optional is preselected. Loaded when first opened. */
export function CustomizeDialog({ onSave, onCancel }: CustomizeDialogProps) {
  const [preferences, setPreferences] = useState(essentialOnly)
  return (
    <Modal title="Customize Cookie Preferences" onClose={onCancel} className="max-w-lg sm:max-w-xl">
      <ModalBody>
        <CategorySwitches preferences={preferences} onChange={setPreferences} />
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={() => onSave(preferences)}>Save Preferences</Button>
      </ModalFooter>
    </Modal>
  )
}
