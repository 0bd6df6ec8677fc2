import { onDemand } from '~/components/ui/on-demand'
import { useLazyDialog } from '~/components/ui/use-lazy-dialog'

const CookieSettings = onDemand(() => import('./cookie-settings').then((module) => module.CookieSettings))

/** The footer's control. The dialog's code comes with its first opening. */
export function CookieSettingsButton() {
  const { opener, open, show, close } = useLazyDialog()
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        className="py-1.5 text-on-graphite-muted underline-offset-4 transition-colors hover:text-on-graphite hover:underline no-script:hidden"
      >
        Cookie Settings
      </button>
      {open && <CookieSettings onClose={close} />}
    </>
  )
}
