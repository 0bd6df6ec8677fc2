import { useEffect } from 'react'

/** The form with the focus, else that of the open dialog, else the screen's only one. */
function formAt(target: EventTarget | null): HTMLFormElement | null {
  const own = target instanceof Element ? target.closest('form') : null
  if (own) return own
  const [form, other] = (document.querySelector('[role="dialog"]') ?? document.querySelector('main'))?.querySelectorAll('form') ?? []
  return other ? null : (form ?? null)
}

/** Ctrl/Cmd + Enter presses the save button of the current form. */
export function useSaveKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      const button = formAt(event.target)?.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')
      if (!button) return
      event.preventDefault()
      // A field may pass its value on only on blur.
      if (document.activeElement instanceof HTMLElement && button.form?.contains(document.activeElement)) document.activeElement.blur()
      button.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
