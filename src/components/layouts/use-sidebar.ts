import { useSyncExternalStore } from 'react'

const KEY = 'admin-sidebar'
const CHANGED = 'admin-sidebar-changed'

/** Storage may be switched off; the sidebar then is open on each page. */
function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'closed'
  } catch {
    return true
  }
}

function write(open: boolean): void {
  try {
    localStorage.setItem(KEY, open ? 'open' : 'closed')
  } catch {
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Whether the sidebar stands open (at first it does, spec §2), remembered in this browser. */
export function useSidebar() {
  const open = useSyncExternalStore(subscribe, read, () => true)
  return { open, toggle: () => write(!open) }
}
