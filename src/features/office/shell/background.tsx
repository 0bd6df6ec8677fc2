import { useMay } from '~/components/admin-list/cells'
import { useLiveQueries } from '~/trpc/use-live-queries'
import { ChangeEmailToasts } from './change-email-toasts'
import { ApprovalsMark } from '../approvals/approvals-mark'
import { NavMarks } from './nav-marks'
import { OfflineBanner } from './offline-banner'
import { useSaveKey } from './use-save-key'
import { useScanner } from './use-scanner'

/** Background work of every back-office page; loads after the screen. */
export function Background() {
  const may = useMay()
  useLiveQueries()
  useSaveKey()
  useScanner()
  return (
    <>
      <OfflineBanner />
      <ChangeEmailToasts />
      {may('cases', 'read') && <NavMarks />}
      <ApprovalsMark />
    </>
  )
}
