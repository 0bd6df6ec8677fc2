import { AnswerDialog } from '~/components/admin-case/answer-dialog'
import { estimateAnswers, recordAnswerInput } from '~/contracts/estimates'
import { trpc } from '~/trpc/client'
import { useEstimatesChanged } from './use-estimates'

const answerSchema = recordAnswerInput.pick({ answer: true, note: true })

interface RecordAnswerDialogProps {
  repairId: string
  /** Of the estimate. */
  number: number
  onClose: () => void
}

/** What a customer has said to an estimate on the telephone. */
export function RecordAnswerDialog({ repairId: id, number, onClose }: RecordAnswerDialogProps) {
  const { keep, succeeded, failed } = useEstimatesChanged(id)
  const record = trpc.repairs.recordAnswer.useMutation()
  return (
    <AnswerDialog
      of={`estimate ${number}`}
      answers={estimateAnswers}
      schema={answerSchema}
      busy={record.isPending}
      onSave={async (answer) => {
        keep(await record.mutateAsync({ id, number, ...answer }))
        succeeded('Answer recorded successfully')
        onClose()
      }}
      onFailure={(error) => failed(error, 'Failed to record the answer')}
      onClose={onClose}
    />
  )
}
