import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { SuggestField } from '~/components/form/suggest-field'
import { useSettled } from '~/components/form/use-settled'
import { FormNote } from '~/components/form/form-note'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { MERGE_DAYS, type CustomerProfile, type MergePreview } from '~/contracts/identity/customers'
import { contactOfCustomer, nameOfCustomer, type NamedPerson } from '~/lib/customer-name'
import { formatEuro } from '~/lib/money'
import { trpc, withoutBatch } from '~/trpc/client'

/** Finds the same person's other account, previews the move, and merges the two. */
export function MergeDialog({ customer, onClose }: { customer: CustomerProfile; onClose: () => void }) {
  const [other, setOther] = useState<string | null>(null)
  const utils = trpc.useUtils()
  const input = { keep: customer.userId, merge: other ?? '' }
  const { data: preview, error } = trpc.customers.previewMerge.useQuery(input, { ...withoutBatch, enabled: other !== null })
  const merge = useAction(trpc.customers.merge.useMutation({ onSettled: () => utils.invalidate() }), {
    done: `Merged. It can be undone here for ${MERGE_DAYS} days`,
    failed: 'Failed to merge the two customers',
  })
  const submit = async () => {
    if (await merge.run(input)) onClose()
  }
  return (
    <Modal title={`Merge into ${nameOfCustomer(customer)}`} onClose={onClose} className="max-w-xl">
      <ModalBody className="flex flex-col gap-5">
        {other === null ? (
          <Finder except={customer.userId} onChoose={setOther} />
        ) : error ? (
          <FormNote tone="danger" role="alert">
            {serverMessage(error) ?? 'Failed to read what would move'}
          </FormNote>
        ) : preview ? (
          <Preview preview={preview} />
        ) : (
          <p className="text-sm text-ink-muted">Reading what would move …</p>
        )}
      </ModalBody>
      <ModalFooter>
        {other !== null && (
          <Button variant="secondary" onClick={() => setOther(null)}>
            Choose another customer
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!preview || preview.whyNot !== null || other === null} busy={merge.busy} onClick={() => void submit()}>
          Merge
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function Finder({ except, onChoose }: { except: string; onChoose: (userId: string) => void }) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data = [] } = trpc.cases.customers.useQuery({ search }, { ...withoutBatch, enabled })
  const found = enabled ? data.filter(({ userId }) => userId !== except) : []
  return (
    <SuggestField
      label="The same person as"
      placeholder="Name, address or phone number"
      message={undefined}
      text={text}
      onText={setText}
      options={found.map((one) => ({ key: one.userId, label: nameOfCustomer(one), detail: contactOfCustomer(one) }))}
      onChoose={({ key }) => onChoose(key)}
      none={enabled ? 'No other customer matches' : ''}
      takesFocus
    />
  )
}

const one = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])

/** Moving records, in words. */
function listOf({ moves }: MergePreview): string[] {
  return [
    ...one(moves.repairs, 'repair'),
    ...one(moves.tradeIns, 'trade-in'),
    ...one(moves.orders, 'order'),
    ...one(moves.units, 'unit'),
    ...(moves.invoices === 0 ? [] : [moves.invoices === 1 ? '1 invoice or credit note' : `${moves.invoices} invoices and credit notes`]),
    ...one(moves.payments, 'payment'),
    ...one(moves.messages, 'message'),
    ...(moves.credit > 0 ? [`${formatEuro(moves.credit)} of store credit`] : []),
    ...(moves.held > 0 ? [`${formatEuro(moves.held)} of store credit that payments hold`] : []),
  ]
}

function Person({ title, person }: { title: string; person: NamedPerson & { hasPassword: boolean } }) {
  return (
    <div className="min-w-0 rounded-lg border border-line px-4 py-3 text-sm">
      <p className="text-xs font-medium text-ink-muted">{title}</p>
      <p className="font-medium wrap-anywhere text-ink">{nameOfCustomer(person)}</p>
      <p className="wrap-anywhere text-ink-muted">{contactOfCustomer(person) || 'Nothing else is known'}</p>
      <p className="text-ink-subtle">{person.hasPassword ? 'Has an account' : 'Has no account'}</p>
    </div>
  )
}

function accountText({ account, keep, merge }: MergePreview): string | null {
  if (account === 'moves' && !merge.hasPassword) return `We write to ${merge.email ?? 'that address'} from now on.`
  if (account === 'moves') return `${merge.email ?? 'That account'} signs in to all of it from now on.`
  if (account === 'ends')
    return merge.hasPassword
      ? `${merge.email ?? 'That account'} is signed out, and signs in no more: ${keep.email ?? 'this account'} does.`
      : `We write to ${keep.email ?? 'this address'} alone from now on.`
  return null
}

/** People without an account get no email about it. */
function tellsText({ keep, merge }: MergePreview): string {
  if (keep.hasAccount && merge.hasAccount) return 'We email both accounts. '
  return keep.hasAccount || merge.hasAccount ? `We email ${(keep.hasAccount ? keep : merge).email ?? 'the account'}. ` : ''
}

function Preview({ preview }: { preview: MergePreview }) {
  const moves = listOf(preview)
  const account = accountText(preview)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Person title="Stays" person={preview.keep} />
        <Person title="Goes" person={preview.merge} />
      </div>
      {preview.whyNot !== null ? (
        <FormNote tone="warn" role="alert">
          {preview.whyNot}
        </FormNote>
      ) : (
        <>
          <div className="text-sm">
            <h3 className="font-medium text-ink">What moves</h3>
            {moves.length === 0 ? (
              <p className="text-ink-muted">Nothing but the name</p>
            ) : (
              <ul className="mt-1 list-disc pl-5 text-ink-muted">
                {moves.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </div>
          <FormNote tone="info">
            {account !== null && `${account} `}Name, phone number and language stay those of {nameOfCustomer(preview.keep)}. Issued
            documents keep their words. {tellsText(preview)}It can be undone for {MERGE_DAYS} days, but for what is spent or billed
            meanwhile.
          </FormNote>
        </>
      )}
    </>
  )
}
