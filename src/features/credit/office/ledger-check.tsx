import { OfficeLink } from '~/components/admin-list/office-link'
import { ShieldCheck } from '~/components/icons/lucide'
import { useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { adminPaths } from '~/components/layouts/admin-nav'
import type { CreditVerification } from '~/contracts/credit/accounts'
import { trpc } from '~/trpc/client'
import { HashTarget } from '~/components/layouts/hash-target'

type Checked = Pick<CreditVerification, 'accounts' | 'entries' | 'faults'>

/** Checks the ledger part by part, and names each account's first wrong entry. */
export function LedgerCheck() {
  const utils = trpc.useUtils()
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    setChecked(undefined)
    const sum: Checked = { accounts: 0, entries: 0, faults: [] }
    let after: string | null | undefined
    try {
      do {
        const part: CreditVerification = await utils.credit.verify.fetch(after ? { after } : {}, { staleTime: 0 })
        sum.accounts += part.accounts
        sum.entries += part.entries
        sum.faults.push(...part.faults)
        after = part.nextAfter
      } while (after !== null)
      setChecked(sum)
    } catch (error) {
      failureToast('Failed to check the ledger')(error)
    }
    setBusy(false)
  }
  return (
    <HashTarget id="ledger">
      <RecordSection
        title="Check of the ledger"
        actions={
          <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void check()}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            Check all accounts
          </Button>
        }
      >
        <div aria-live="polite" className="flex flex-col gap-3 p-5 text-sm sm:px-6">
          {checked ? (
            <Result checked={checked} />
          ) : (
            <p className="text-ink-muted">Recalculates every balance and every hash. This also runs every night.</p>
          )}
        </div>
      </RecordSection>
    </HashTarget>
  )
}

function Result({ checked: { accounts, entries, faults } }: { checked: Checked }) {
  if (faults.length === 0) {
    return (
      <FormNote tone="success">
        All {entries.toLocaleString('en-GB')} entries of {accounts.toLocaleString('en-GB')} accounts are as they were written, and add up to
        their balances.
      </FormNote>
    )
  }
  return (
    <>
      <FormNote tone="danger">
        {faults.length === 1 ? '1 account differs' : `${faults.length.toLocaleString('en-GB')} accounts differ`} from the ledger.
      </FormNote>
      <ul aria-label="Accounts that differ" className="divide-y divide-line">
        {faults.map(({ accountId, email, number, message }) => (
          <li key={accountId} className="py-2 wrap-anywhere">
            {email === null ? (
              <span className="font-medium">A deleted account</span>
            ) : (
              <OfficeLink
                href={`${adminPaths.credit}?search=${encodeURIComponent(email)}`}
                className="font-medium underline underline-offset-4"
              >
                {email}
              </OfficeLink>
            )}
            : entry {number} is the first that is wrong. {message}
          </li>
        ))}
      </ul>
    </>
  )
}
