import { useId, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { TrackedCase } from '~/contracts/tracking'

interface SentPanelProps {
  sentIn: TrackedCase['sentIn']
  onSent: (parcel: { carrier: string; trackingNumber: string }) => Promise<void>
}

/** 'I have sent it': by which carrier, and under which number. Told once, it can be corrected until the parcel is here. */
export function SentPanel({ sentIn, onSent }: SentPanelProps) {
  const id = useId()
  const [carrier, setCarrier] = useState(sentIn?.carrier ?? '')
  const [trackingNumber, setTrackingNumber] = useState(sentIn?.trackingNumber ?? '')
  const [state, setState] = useState<{ busy?: boolean; message?: string }>({})
  const send = async () => {
    if (carrier.trim() === '') {
      setState({ message: 'Enter the carrier' })
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
      <p className="mt-1 text-ink-muted">Put the packing slip into the box, insure the parcel, and tell us when you have sent it.</p>
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
            className="field"
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
          />
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
          <p role="status" className="mt-2 text-ink-muted">
            {state.message}
          </p>
        </div>
      </form>
    </Card>
  )
}
