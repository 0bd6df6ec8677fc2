/** The columns of the list and of its skeleton. */
export const gridClasses = 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

/** The most columns that the grid has: so many cards are at the top of the page, on any screen. */
export const MOST_COLUMNS = 4
