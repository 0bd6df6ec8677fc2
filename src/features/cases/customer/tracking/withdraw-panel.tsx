import { useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { records } from '~/contracts/records'
import type { TrackedCase } from '~/contracts/cases/tracking'

interface WithdrawPanelProps {
  tracked: Pick<TrackedCase, 'noun' | 'number' | 'device'>
  onWithdraw: () => Promise<void>
}

export function WithdrawPanel({ tracked: { noun, number, device }, onWithdraw }: WithdrawPanelProps) {
  const [state, setState] = useState<{ asked?: boolean; busy?: boolean; message?: string }>({})
  const { one } = records[noun]
  const withdraw = async () => {
    setState({ asked: true, busy: true })
    try {
      await onWithdraw()
      setState({})
    } catch (error) {
      setState({ message: serverMessage(error) ?? 'We could not withdraw it. Please try again.' })
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {state.message !== undefined && (
        <FormNote tone="danger" role="alert">
          {state.message}
        </FormNote>
      )}
      <Button variant="secondary" size="sm" onClick={() => setState({ asked: true })}>
        Withdraw this {one}
      </Button>
      {state.asked === true && (
        <ConfirmDialog
          title={`Withdraw ${one} ${number}?`}
          message={`We no longer expect your ${device}, and the ${one} ends. It costs you nothing. If you change your mind, write to us.`}
          confirmLabel="Withdraw it"
          cancelLabel={`Keep the ${one}`}
          busy={state.busy === true}
          onConfirm={() => void withdraw()}
          onCancel={() => setState({})}
        />
      )}
    </div>
  )
}
