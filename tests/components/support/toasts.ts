import { act, screen } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'

/** The toasts of one test are not those of the next. */
export const clearToasts = () => act(() => toast.removeAll())

/** Waits for a toast that says all of `texts`; a success is a status, a failure an alert. */
export async function findToast(role: 'status' | 'alert', ...texts: string[]) {
  return screen.findByText(
    (_, element) => element?.getAttribute('role') === role && texts.every((text) => element.textContent.includes(text)),
  )
}
