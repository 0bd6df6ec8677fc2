import { Button } from '~/components/ui/button'
import { ChoiceGroup } from './choice-group'

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
  /** Whether one is under way already. */
  sent: boolean
  /** Seconds until another may be asked for. */
  delay: number
}

/** How a code is to come to a phone, and the button that sends it. */
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
