import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { PageHeader } from '~/components/ui/page-header'

export function PassportSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader title="Passport of a machine" lead="What was measured and done on it, signed by us." />
      <Container className="grid gap-4 py-8 lg:grid-cols-[minmax(0,1fr)_20rem] no-script:hidden">
        <Skeleton className="h-96" />
        <Skeleton className="h-64" />
      </Container>
    </div>
  )
}
