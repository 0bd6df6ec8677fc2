import { Skeleton } from '~/components/ui/loading'

/** Stands in the place of a form that is being loaded. */
export const FormSkeleton = () => <Skeleton className="h-144 no-script:hidden" />
