import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { Spinner } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { PageHeader } from '~/components/ui/page-header'
import { useFragmentToken } from '~/components/ui/use-fragment-token'
import { NoLink } from './no-link'

const LinkedClaim = onDemand(
  () => import('./answer-claim').then((module) => module.LinkedClaim),
  () => <Spinner className="size-6" />,
)

const links = ['answer'] as const

/** Opened by the link in the owner's email; opening changes nothing. */
export function AnswerClaimScreen({ contactEmail }: { contactEmail: string }) {
  const { link, looked } = useFragmentToken(links)
  return (
    <>
      <PageHeader
        title="Is this machine still yours?"
        lead="Opening this page changes nothing: the machine stays in your account until you answer."
      />
      <Container className="py-12 sm:py-16">
        <Card className="mx-auto min-h-64 max-w-xl sm:p-8">
          {link ? (
            <LinkedClaim token={link.token} />
          ) : looked ? (
            <NoLink message="Open the link in our email." />
          ) : (
            <Spinner className="size-6" />
          )}
          <NeedsScripts contactEmail={contactEmail} />
        </Card>
      </Container>
    </>
  )
}
