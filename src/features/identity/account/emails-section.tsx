import { Toggle } from '~/components/ui/toggle'
import type { EmailChoices } from '~/contracts/identity/own-data'
import { trpc } from '~/trpc/client'
import { AccountSection, SectionState, sayDone, sayFailure } from './account-section'

export function EmailsSection() {
  const choices = trpc.account.emails.useQuery()
  return (
    <AccountSection title="Emails" lead="We always email you what you need to know about an order, a repair, a trade-in or your account.">
      {choices.data ? <Choices choices={choices.data} /> : <SectionState query={choices} failure="Your choices could not be loaded" />}
    </AccountSection>
  )
}

function Choices({ choices }: { choices: EmailChoices }) {
  const utils = trpc.useUtils()
  const choose = trpc.account.chooseEmails.useMutation({
    onSuccess: (made) => {
      utils.account.emails.setData(undefined, made)
      sayDone('Your choice has been saved')
    },
    onError: (error) => sayFailure('Choice not saved', error),
  })
  const { reminders, messages, newsletter } = choices
  const change = (changed: Partial<EmailChoices>) => choose.mutate({ reminders, messages, newsletter, ...changed })

  return (
    <ul className="-my-2 divide-y divide-line">
      <Choice
        label="Reminders"
        about="When an estimate or an offer waits for your answer, and before store credit expires."
        checked={reminders}
        disabled={choose.isPending}
        onChange={(checked) => change({ reminders: checked })}
      />
      <Choice
        label="Messages"
        about="When we have written to you about a repair or a trade-in and you have not read it for 10 minutes."
        checked={messages}
        disabled={choose.isPending}
        onChange={(checked) => change({ messages: checked })}
      />
      <Choice
        label="Newsletter"
        about="One email when new stock arrives."
        checked={newsletter}
        disabled={choose.isPending}
        onChange={(checked) => change({ newsletter: checked })}
      />
    </ul>
  )
}

interface ChoiceProps {
  label: string
  about: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

const Choice = ({ label, about, ...toggle }: ChoiceProps) => (
  <li className="flex items-center justify-between gap-4 py-4">
    <div>
      <p className="font-medium text-ink">{label}</p>
      <p className="text-sm text-ink-muted">{about}</p>
    </div>
    <Toggle {...toggle} aria-label={label} />
  </li>
)
