import { useLiveQueries } from '~/trpc/use-live-queries'
import { ChangeEmailToasts } from './change-email-toasts'
import { NavMarks } from './nav-marks'
import { OfflineBanner } from './offline-banner'
import { useSaveKey } from './use-save-key'
import { useScanner } from './use-scanner'

/** What every page of the back office does beside its screen; loads after it. @param readsCases the reader may ask for cases */
export function Background({ readsCases }: { readsCases: boolean }) {
  useLiveQueries()
  useSaveKey()
  useScanner()
  return (
    <>
      <OfflineBanner />
      <ChangeEmailToasts />
      {readsCases && <NavMarks />}
    </>
  )
}
