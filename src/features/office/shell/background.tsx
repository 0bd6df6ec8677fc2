import type { Scope } from '~/contracts/identity/api-keys'
import { useLiveQueries } from '~/trpc/use-live-queries'
import { ChangeEmailToasts } from './change-email-toasts'
import { ApprovalsMark } from '../approvals/approvals-mark'
import { NavMarks } from './nav-marks'
import { OfflineBanner } from './offline-banner'
import { useSaveKey } from './use-save-key'
import { useScanner } from './use-scanner'

interface BackgroundProps {
  /** The reader may ask for cases. */
  readsCases: boolean
  /** The reader's rights; null is everything. */
  scopes: readonly Scope[] | null
}

/** The work of every page of the back office beside its screen; loads after it. */
export function Background({ readsCases, scopes }: BackgroundProps) {
  useLiveQueries()
  useSaveKey()
  useScanner()
  return (
    <>
      <OfflineBanner />
      <ChangeEmailToasts />
      {readsCases && <NavMarks />}
      <ApprovalsMark scopes={scopes} />
    </>
  )
}
