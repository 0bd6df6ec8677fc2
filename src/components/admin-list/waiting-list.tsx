import { useState, type ReactNode } from 'react'
import type * as z from 'zod'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { failureToast, sayOutcome } from '~/components/form/use-action'
import { HashTarget } from '~/components/layouts/hash-target'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { FoldItem } from '~/components/ui/fold-item'
import { notifySuccess } from '~/components/ui/notify'

interface Answer {
  /** The dialog's text, which says the effect. */
  message: string
  /** Said before the server's sentence where the call fails. */
  failure: string
}

/** Something that waits for an administrator, as its row and its dialogs show it. */
export interface Waiting {
  /** Unique in the list. */
  id: string
  /** '€1,500.00 for ada@example.com'. */
  title: ReactNode
  /** The same as text, for the names of buttons and dialogs. */
  name: string
  /** Its purpose, the reason for the wait, and who has asked. */
  facts: ReactNode
  /** The reader has asked for it. */
  isMine?: boolean
  /** Why the reader cannot approve it, if so. */
  whyNot?: string | null
  approve: Answer & {
    /** 'Approve' without. */
    label?: string
    /** The name of the row's button; label and name without. */
    buttonName?: string
    /** The title of the dialog and the label of its button; those of the row's button without. */
    title?: string
    confirmLabel?: string
    /** Shown below the message. */
    details?: ReactNode
    /** @returns the sentence of the toast */
    send: () => Promise<string>
  }
  refuse: Answer & {
    schema: z.ZodType<{ note: string }, { note: string }>
    /** Says who will read the reason; staff alone without. */
    hint?: string
    send: (note: string) => Promise<string>
  }
}

const labelOf = ({ approve }: Waiting) => approve.label ?? 'Approve'

interface WaitingListProps {
  title: string
  waiting: readonly Waiting[]
  /** False for a reader who can only see it. */
  mayDecide?: boolean
  /** The fragment of addresses that lead to it. */
  anchor?: string
}

/** Requests that wait for an administrator, who approves each in two presses or refuses it with a reason. Renders nothing if none waits. */
export function WaitingList({ title, waiting, mayDecide = true, anchor }: WaitingListProps) {
  const [asked, setAsked] = useState<{ answer: 'approve' | 'refuse'; of: Waiting }>()
  const [busy, setBusy] = useState(false)
  const close = () => setAsked(undefined)

  const approve = async ({ send, failure }: Waiting['approve']) => {
    setBusy(true)
    await sayOutcome(send(), { done: (words) => words, failed: failure })
    setBusy(false)
    close()
  }
  const list = waiting.length > 0 && (
    <RecordSection title={title}>
      <ul className="divide-y divide-line">
        {waiting.map((each) => (
          <Row key={each.id} of={each} onAnswer={mayDecide ? (answer) => setAsked({ answer, of: each }) : undefined} />
        ))}
      </ul>
    </RecordSection>
  )
  return (
    <>
      {list && anchor !== undefined ? <HashTarget id={anchor}>{list}</HashTarget> : list}
      {asked?.answer === 'approve' && (
        <ConfirmDialog
          title={asked.of.approve.title ?? `${labelOf(asked.of)} ${asked.of.name}?`}
          message={asked.of.approve.message}
          confirmLabel={asked.of.approve.confirmLabel ?? labelOf(asked.of)}
          cancelLabel="Cancel"
          variant="primary"
          busy={busy}
          onConfirm={() => void approve(asked.of.approve)}
          onCancel={close}
        >
          {asked.of.approve.details}
        </ConfirmDialog>
      )}
      {asked?.answer === 'refuse' && (
        <ReasonDialog
          title={`Refuse ${asked.of.name}?`}
          message={asked.of.refuse.message}
          schema={asked.of.refuse.schema}
          hint={asked.of.refuse.hint ?? 'The person who asked for it can read it; the customer cannot.'}
          submitLabel="Refuse"
          onSubmit={async (note) => {
            notifySuccess(await asked.of.refuse.send(note))
            close()
          }}
          onFailure={failureToast(asked.of.refuse.failure)}
          onClose={close}
        />
      )}
    </>
  )
}

/** People who may not approve it see that it waits, and why. */
function Row({ of, onAnswer }: { of: Waiting; onAnswer: ((answer: 'approve' | 'refuse') => void) | undefined }) {
  const whyNot = of.isMine ? 'Somebody else must approve it' : of.whyNot
  return (
    <FoldItem title={of.title} facts={of.facts}>
      {onAnswer && (
        <>
          {whyNot && (
            <div className="flex max-w-96 items-start gap-2 text-sm text-ink-muted">
              <Badge tone="info" className="shrink-0">
                Waiting
              </Badge>
              <p className="min-w-0 py-0.5">{whyNot}</p>
            </div>
          )}
          <Button variant="secondary" size="sm" aria-label={`Refuse ${of.name}`} onClick={() => onAnswer('refuse')}>
            Refuse
          </Button>
          {!whyNot && (
            <Button size="sm" aria-label={of.approve.buttonName ?? `${labelOf(of)} ${of.name}`} onClick={() => onAnswer('approve')}>
              {labelOf(of)}
            </Button>
          )}
        </>
      )}
    </FoldItem>
  )
}
