import { Container } from '~/components/ui/container'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { PageHeader } from '~/components/ui/page-header'
import { LinkForm } from './link-form'

export function TrackScreen({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <PageHeader
        title="Follow your repair or trade-in"
        lead="Enter its number. We send a link to the email address that it was opened with."
      />
      <Container className="py-12 sm:py-16">
        <div className="max-w-xl">
          <NeedsScripts what="This form" contactEmail={contactEmail} />
          <LinkForm />
          <p className="mt-6 text-ink-muted">
            You find the number in our emails and on your receipt. If you have lost it,{' '}
            <a href={`mailto:${contactEmail}`} className="font-medium text-ink underline underline-offset-4">
              write to us
            </a>
            .
          </p>
        </div>
      </Container>
    </>
  )
}
