import { useId, useState } from 'react'
import { ParcelLink } from '~/features/cases/office/parts/parcel-link'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { carrierNames, parcelPage } from '~/contracts/cases/carriers'
import type { TrackedCase } from '~/contracts/cases/tracking'

interface SentPanelProps {
  tracked: Pick<TrackedCase, 'sentIn' | 'documents'>
  onSent: (parcel: { carrier: string; trackingNumber: string }) => Promise<void>
}

/** 'I have sent it': by which carrier, and under which number. Told once, it can be corrected until the parcel is here. */
export function SentPanel({ tracked: { sentIn, documents }, onSent }: SentPanelProps) {
  const id = useId()
  const [carrier, setCarrier] = useState(sentIn?.carrier ?? '')
  const [trackingNumber, setTrackingNumber] = useState(sentIn?.trackingNumber ?? '')
  const [state, setState] = useState<{ busy?: boolean; message?: string; isMissing?: boolean }>({})
  const slip = documents.find(({ kind }) => kind === 'packing-slip')
  const send = async () => {
    if (carrier.trim() === '') {
      setState({ message: 'Enter the carrier', isMissing: true })
      return
    }
    setState({ busy: true })
    try {
      await onSent({ carrier, trackingNumber })
      setState({ message: 'Noted. We write to you as soon as it has arrived.' })
    } catch (error) {
      setState({ message: serverMessage(error) ?? 'It could not be saved. Please try again.' })
    }
  }
  return (
    <Card>
      <h2 className="text-lg font-semibold">{sentIn ? 'Your parcel is on its way' : 'Send it to us'}</h2>
      <p className="mt-1 text-ink-muted">
        Put the{' '}
        {slip ? (
          <a href={slip.address} target="_blank" rel="noopener noreferrer" className="font-medium text-ink underline underline-offset-4">
            packing slip
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
        ) : (
          'packing slip'
        )}{' '}
        into the box: it has our address. Insure the parcel, and tell us when you have sent it.
      </p>
      {sentIn && <ParcelLink page={parcelPage(sentIn)} />}
      <form
        method="dialog"
        noValidate
        className="mt-4 grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div>
          <label htmlFor={`${id}-carrier`} className="mb-1.5 block font-medium">
            Carrier
          </label>
          <input
            id={`${id}-carrier`}
            required
            maxLength={200}
            list={`${id}-carriers`}
            aria-invalid={state.isMissing === true}
            aria-describedby={`${id}-state`}
            className="field"
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
          />
          <datalist id={`${id}-carriers`}>
            {carrierNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <div>
          <label htmlFor={`${id}-number`} className="mb-1.5 block font-medium">
            Tracking number
          </label>
          <input
            id={`${id}-number`}
            maxLength={200}
            className="field"
            value={trackingNumber}
            onChange={(event) => setTrackingNumber(event.target.value)}
          />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" busy={state.busy === true}>
            {sentIn ? 'Save' : 'I have sent it'}
          </Button>
          <p id={`${id}-state`} role="status" className={state.isMissing ? 'mt-2 text-danger-ink' : 'mt-2 text-ink-muted'}>
            {state.message}
          </p>
        </div>
      </form>
    </Card>
  )
}
