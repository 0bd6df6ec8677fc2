import { useId, useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import type { TrackedCase } from '~/contracts/cases/tracking'

/** Loaded with the first letter, since most people type no address. */
const AddressNote = onDemand(() => import('~/components/form/address-note').then((module) => module.AddressNote))

interface AddressPanelProps {
  tracked: TrackedCase
  onAddress: (returnAddress: string) => Promise<void>
}

/** A trade-in's machine goes back only where nothing comes of it. */
const purposeOf = ({ noun, status, facts: { quote } }: TrackedCase) =>
  noun === 'repairs' || status === 'rejected' || quote?.state === 'declined'
    ? 'Where we send your machine'
    : 'Where we send the machine if you do not trade it in'

export function AddressForm({ tracked, onAddress }: AddressPanelProps) {
  const { returnAddress } = tracked
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [state, setState] = useState<{ busy?: boolean; message?: string; failed?: boolean }>({})
  const shown = typed ?? returnAddress ?? ''
  const save = async () => {
    setState({ busy: true })
    try {
      await onAddress(shown)
      setTyped(undefined)
      setState({ message: 'Saved.' })
    } catch (error) {
      setState({ failed: true, message: serverMessage(error) ?? 'We could not save it. Please try again.' })
    }
  }
  return (
    <form
      noValidate
      data-printed
      className="flex flex-col gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={`${id}-address`} className="text-ink-muted">
        {purposeOf(tracked)}
      </label>
      <textarea
        id={`${id}-address`}
        rows={4}
        maxLength={500}
        autoComplete="street-address"
        aria-invalid={state.failed === true}
        aria-describedby={`${id}-state`}
        className="field resize-y"
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          setState({})
        }}
      />
      {shown !== '' && <AddressNote text={shown} />}
      <Button type="submit" variant="secondary" size="sm" className="self-start" busy={state.busy === true} disabled={typed === undefined}>
        Save address
      </Button>
      <p id={`${id}-state`} role="status" className={state.failed ? 'text-danger-ink' : 'text-ink-muted empty:hidden'}>
        {state.message}
      </p>
    </form>
  )
}

/** Editable by the customer until the machine is sent. */
export function AddressPanel({ tracked, onAddress }: AddressPanelProps) {
  const { returnAddress, mayChangeAddress } = tracked
  if (!mayChangeAddress && !returnAddress) return null
  return (
    <RecordSection title="Return address">
      <div className="p-5 text-sm sm:px-6">
        {mayChangeAddress ? (
          <AddressForm tracked={tracked} onAddress={onAddress} />
        ) : (
          <address className="wrap-anywhere whitespace-pre-line text-ink not-italic">{returnAddress}</address>
        )}
      </div>
    </RecordSection>
  )
}
