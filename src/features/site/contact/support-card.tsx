import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { mailLink } from '~/lib/contact-details'

/** The one support card (spec §2 Contact). */
export function SupportCard({ contactEmail }: { contactEmail: string }) {
  return (
    <div className="rounded-card border border-graphite-line bg-graphite p-6 on-dark shadow-raised sm:p-8">
      <span className="grid size-12 place-items-center rounded-xl border border-graphite-line bg-graphite-raised text-accent">
        <Icon name="mail" className="size-6" />
      </span>
      <h2 className="mt-5 text-2xl font-semibold tracking-tight">Email support</h2>
      <p className="mt-2 text-lg wrap-anywhere">{contactEmail}</p>
      <p className="mt-3 flex items-center gap-2 text-on-graphite-muted">
        <Icon name="clock" className="size-4.5 shrink-0 text-accent" />
        Response within 24 hours
      </p>
      <a href={mailLink(contactEmail)} className={buttonStyles({ size: 'lg', className: 'mt-6 w-full' })}>
        Send Email
      </a>
    </div>
  )
}
