import { Skeleton } from '~/components/ui/loading'

export const gridClasses = 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

/** Of the grid on any screen: this many cards are at the top of the page. */
export const MOST_COLUMNS = 4

const CARDS = 8

export const LOADING = 'Loading products…'

/** Placeholders for the cards. */
export function CardsSkeleton() {
  return (
    <div aria-hidden="true" className={gridClasses}>
      {Array.from({ length: CARDS }, (_, index) => (
        <div key={index} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="aspect-4/3 rounded-none" />
          <div className="flex flex-col gap-3 p-5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-6 w-5/6" />
            <Skeleton className="h-10" />
            <Skeleton className="h-8 w-2/5" />
            <Skeleton className="h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}
