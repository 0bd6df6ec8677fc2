import { useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'

const CookieSettings = onDemand(() => import('./cookie-settings').then((module) => module.CookieSettings))

/** The dialog loads when first opened. */
export function CookieSettingsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="py-1.5 text-on-graphite-muted underline-offset-4 transition-colors hover:text-on-graphite hover:underline no-script:hidden"
      >
        Cookie Settings
      </button>
      {open && <CookieSettings onClose={() => setOpen(false)} />}
    </>
  )
}
