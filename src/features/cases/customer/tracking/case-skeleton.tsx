import { Container } from '~/components/ui/container'
import { PageHeader } from '~/components/ui/page-header'
import { Skeleton } from '~/components/ui/loading'

export function CaseSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader
        title="Your repair or trade-in"
        lead="Where it stands, what happened to it so far, and whether anything is asked of you now."
      />
      <Container className="grid gap-6 py-8 lg:grid-cols-[minmax(0,1fr)_20rem] no-script:hidden">
        <Skeleton className="h-96" />
        <Skeleton className="h-64" />
      </Container>
    </div>
  )
}
