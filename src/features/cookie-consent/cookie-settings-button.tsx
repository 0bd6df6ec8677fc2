import dynamic from 'next/dynamic'
import { useState } from 'react'

const CookieSettings = dynamic(() => import('./cookie-settings').then((module) => module.CookieSettings), { ssr: false })

/** The footer's control. The dialog's code comes with its first opening and stays for its toasts. */
export function CookieSettingsButton() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setState('open')}
        className="py-1.5 text-on-graphite-muted underline-offset-4 transition-colors hover:text-on-graphite hover:underline no-script:hidden"
      >
        Cookie Settings
      </button>
      {state !== 'unused' && <CookieSettings open={state === 'open'} onClose={() => setState('closed')} />}
    </>
  )
}
