import { statusLabels } from '~/lib/status-labels'
import { useState } from 'react'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { Skeleton } from '~/components/ui/loading'
import { saveEmailRulesInput, type CaseStatus } from '~/contracts/cases/emails'
import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { trpc } from '~/trpc/client'

export function EmailRulesDialog({ noun, onClose }: { noun: CaseNoun; onClose: () => void }) {
  const utils = trpc.useUtils()
  const rules = trpc.cases.emailRules.useQuery({ noun })
  const [switched, setSwitched] = useState<ReadonlyMap<CaseStatus, boolean>>(new Map())
  const save = trpc.cases.saveEmailRules.useMutation({
    onSuccess: (now) => {
      utils.cases.emailRules.setData({ noun }, now)
      notifySuccess('Emails saved successfully')
      onClose()
    },
    onError: (error) => {
      const changed = 'Someone else has changed these emails in the meantime. Look at them again, then save.'
      notifyError('Failed to save emails', error, isConflict(error) ? changed : serverMessage(error))
      setSwitched(new Map())
      void utils.cases.emailRules.invalidate({ noun })
    },
  })
  const shown = rules.data?.map((rule) => ({ ...rule, isEnabled: switched.get(rule.status) ?? rule.isEnabled }))
  const submit = () => save.mutate(saveEmailRulesInput.parse({ noun, rules: shown }))
  return (
    <Modal title="Emails" onClose={onClose}>
      <ModalBody className="flex flex-col gap-4">
        <p className="text-sm text-ink-muted">
          The customer is written to when a {records[noun].one} gets one of these statuses. On its page each email can be changed before it
          is sent.
        </p>
        {rules.isPending && <Skeleton className="h-40" />}
        {rules.isError && <LoadFailure message="Failed to fetch emails" query={rules} />}
        {shown?.map(({ status, isEnabled }) => (
          <label key={status} className="flex min-h-9 items-center gap-3 text-sm font-medium text-ink">
            <Checkbox
              checked={isEnabled}
              onChange={(event) => {
                const isOn = event.target.checked
                setSwitched((now) => new Map(now).set(status, isOn))
              }}
            />
            {statusLabels[status]}
          </label>
        ))}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={save.isPending} disabled={shown === undefined} onClick={submit}>
          Save
        </Button>
      </ModalFooter>
    </Modal>
  )
}
