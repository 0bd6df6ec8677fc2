import { buttonStyles } from '~/components/ui/button-styles'
import { CallToAction } from '~/components/ui/call-to-action'
import { Icon } from '~/components/ui/icon'
import { phoneLink } from '~/lib/contact-details'
import { callMail, chatMail } from './contact-mail'

interface DirectLinesProps {
  contactEmail: string
  phoneNumber: string
}

/** The two buttons of spec §2 Contact. The site has neither chat nor calendar, and says what they open instead. */
export function DirectLines({ contactEmail, phoneNumber }: DirectLinesProps) {
  return (
    <CallToAction
      title="Rather talk it over?"
      text={`A chat begins with an email: ‘Start Live Chat’ opens one, and we answer with where to meet. ‘Schedule Call’ rings ${phoneNumber}, where we agree on a time.`}
    >
      <a href={chatMail(contactEmail)} className={buttonStyles({ size: 'lg', className: 'sm:self-start' })}>
        <Icon name="message-circle" className="size-5" />
        Start Live Chat
      </a>
      <div className="flex flex-col items-center gap-2">
        <a href={phoneLink(phoneNumber)} className={buttonStyles({ size: 'lg', variant: 'inverse', className: 'w-full' })}>
          <Icon name="phone" className="size-5" />
          Schedule Call
        </a>
        <a
          href={callMail(contactEmail)}
          className="py-1 text-sm text-on-graphite-muted underline underline-offset-4 hover:text-on-graphite"
        >
          or ask for one by mail
        </a>
      </div>
    </CallToAction>
  )
}
