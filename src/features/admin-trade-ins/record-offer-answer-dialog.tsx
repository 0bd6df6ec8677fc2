import { AnswerDialog } from '~/components/admin-case/answer-dialog'
import { offerAnswers, recordOfferAnswerInput } from '~/contracts/evaluation'
import { trpc } from '~/trpc/client'
import { useEvaluationChanged } from './use-evaluation'

const answerSchema = recordOfferAnswerInput.pick({ answer: true, note: true })

interface RecordOfferAnswerDialogProps {
  tradeInId: string
  /** Of the offer. */
  number: number
  onClose: () => void
}

/** What a customer has said to an offer on the telephone. */
export function RecordOfferAnswerDialog({ tradeInId: id, number, onClose }: RecordOfferAnswerDialogProps) {
  const { keep, succeeded, failed } = useEvaluationChanged(id)
  const record = trpc.tradeIns.recordAnswer.useMutation()
  return (
    <AnswerDialog
      of={`offer ${number}`}
      answers={offerAnswers}
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
