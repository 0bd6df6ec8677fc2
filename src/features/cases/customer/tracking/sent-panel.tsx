import { useId, useState } from 'react'
import { ParcelHint, ParcelLink } from '~/components/ui/parcel-link'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { carrierNames, parcelHint, parcelPage } from '~/contracts/carriers'
import { carrierOfNumber } from '~/contracts/parcel-numbers'
import type { TrackedCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'

/** `numbers`: machines of the request in the parcel; left out for a single one. */
export interface SentParcel {
  carrier: string
  trackingNumber: string
  numbers?: string[]
}

interface SentPanelProps {
  tracked: Pick<TrackedCase, 'number' | 'sentIn' | 'sendTo' | 'documents' | 'request'> & { keptUntil?: Date | null }
  onSent: (parcel: SentParcel) => Promise<void>
}

/** Machines of the request that may still be sent. */
const waiting = ({ request }: Pick<TrackedCase, 'request'>) =>
  (request ?? []).filter(
    ({ facts }) => !facts.isHere && facts.quote === null && (facts.status === 'received' || facts.status === 'submitted'),
  )

/** Carrier and number of the parcel; correctable until it arrives. */
export function SentPanel({ tracked, onSent }: SentPanelProps) {
  const { sentIn, sendTo, documents, keptUntil } = tracked
  const id = useId()
  const machines = waiting(tracked)
  const unsent = machines.filter(({ facts }) => facts.sent === null).map(({ number }) => number)
  const [chosen, setChosen] = useState<readonly string[]>(sentIn ? [tracked.number] : unsent)
  const [carrier, setCarrier] = useState(sentIn?.carrier ?? '')
  const [trackingNumber, setTrackingNumber] = useState(sentIn?.trackingNumber ?? '')
  const [state, setState] = useState<{ busy?: boolean; message?: string; isMissing?: boolean; failed?: boolean }>({})
  const slip = documents.find(({ kind }) => kind === 'packing-slip')
  const send = async () => {
    if (carrier.trim() === '') {
      setState({ message: 'Enter the carrier', isMissing: true, failed: true })
      return
    }
    const numbers = machines.length > 1 ? machines.map(({ number }) => number).filter((number) => chosen.includes(number)) : undefined
    if (numbers?.length === 0) {
      setState({ message: 'Choose what you have sent', failed: true })
      return
    }
    setState({ busy: true })
    try {
      await onSent({ carrier, trackingNumber, ...(numbers && { numbers }) })
      setState({ message: 'Noted. We write to you as soon as it has arrived.' })
    } catch (error) {
      setState({ message: serverMessage(error) ?? 'We could not save it. Please try again.', failed: true })
    }
  }
  return (
    <div>
      <h3 className="text-lg font-semibold text-ink">{sentIn ? 'Your parcel is on its way' : 'Send it to us'}</h3>
      {!sentIn && keptUntil && (
        <p className="mt-1 text-ink">
          Send it by <time dateTime={keptUntil.toISOString()}>{formatDate(keptUntil)}</time>: until then we keep{' '}
          {machines.length > 1 ? 'the quoted values' : 'the quoted value'} for you.
        </p>
      )}
      {sendTo && (
        <dl className="mt-3">
          <dt className="text-sm text-ink-muted">{sentIn ? 'It goes to' : 'Send it to'}</dt>
          <dd>
            <address className="wrap-anywhere whitespace-pre-line text-ink not-italic">{sendTo.join('\n')}</address>
          </dd>
        </dl>
      )}
      {slip && (
        <a
          href={slip.address}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyles({ variant: 'secondary', size: 'sm', className: 'mt-3' })}
        >
          Packing slip (PDF)
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {!sentIn && (
        <p className="mt-3 text-ink-muted">
          Put the packing slip in the box: its code tells us whose parcel it is{machines.length > 1 && ', and it lists every machine'}.
          Insure the parcel, and tell us when you have sent it.
        </p>
      )}
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
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setTrackingNumber(event.target.value)
              if (carrier.trim() === '') setCarrier(carrierOfNumber(event.target.value) ?? '')
            }}
          />
          <div id={`${id}-hint`} className="mt-1.5">
            <ParcelHint
              hint={parcelHint({ carrier, trackingNumber })}
              page={sentIn === null ? parcelPage({ carrier, trackingNumber }) : null}
            />
          </div>
        </div>
        {machines.length > 1 && (
          <fieldset className="sm:col-span-2">
            <legend className="mb-1.5 font-medium">What is in this parcel?</legend>
            <ul className="max-h-64 overflow-y-auto rounded-lg border border-line p-3">
              {machines.map(({ number, device, serialNumber }) => (
                <li key={number}>
                  <label className="flex items-start gap-2 py-1">
                    <input
                      type="checkbox"
                      className="mt-1"
                      checked={chosen.includes(number)}
                      onChange={(event) => {
                        const isIn = event.target.checked
                        setChosen((before) => [...before.filter((each) => each !== number), ...(isIn ? [number] : [])])
                      }}
                    />
                    <span className="wrap-anywhere">
                      <span className="font-medium">{number}</span> {device}
                      {serialNumber !== null && <span className="text-ink-muted"> ({serialNumber})</span>}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <div className="sm:col-span-2">
          <Button type="submit" busy={state.busy === true}>
            {sentIn ? 'Save' : 'I have sent it'}
          </Button>
          <p id={`${id}-state`} role="status" className={state.failed ? 'mt-2 text-danger-ink' : 'mt-2 text-ink-muted'}>
            {state.message}
          </p>
        </div>
      </form>
    </div>
  )
}
