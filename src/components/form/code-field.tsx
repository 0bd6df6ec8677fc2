import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import { Button } from '~/components/ui/button'
import { ChoiceGroup } from './choice-group'

/** A message takes a moment to arrive; a second one earlier only costs money. */
const DELAY_SECONDS = 30

/** `seconds` is 0 when another message may be requested. */
export function useResendDelay() {
  const [seconds, setSeconds] = useState(0)

  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  return { seconds, start: () => setSeconds(DELAY_SECONDS) }
}

/** Six digits from an app or a message; phones offer to fill them in. */
export function CodeField<Input extends FieldValues, Output>({ control, name, label, hint }: FieldProps<Input, Output>) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame}>
      <input
        {...attributes}
        {...field}
        value={field.value ?? ''}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        className="field font-mono text-lg tracking-[0.3em] tabular-nums"
      />
    </FieldFrame>
  )
}

const channels = [
  { value: 'sms', label: 'Text message (SMS)' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const
export type CodeChannel = (typeof channels)[number]['value']

interface SendCodeProps {
  channel: CodeChannel
  onChannel: (channel: CodeChannel) => void
  onSend: () => void
  sending: boolean
  sent: boolean
  delay: number
}

export function SendCode({ channel, onChannel, onSend, sending, sent, delay }: SendCodeProps) {
  return (
    <div className="flex flex-col gap-3">
      <ChoiceGroup legend="Send it by" options={channels} value={channel} onChange={onChannel} />
      <Button variant={sent ? 'secondary' : 'primary'} onClick={onSend} busy={sending} disabled={delay > 0} className="w-full">
        {sent ? (delay > 0 ? `Send again in ${delay} s` : 'Send again') : 'Send code'}
      </Button>
    </div>
  )
}
