import dynamic from 'next/dynamic'

/** The menu of a row in a list. Its library is as large as the rest of the screen, so it comes later; its room is kept. */
export const LazyRowMenu = dynamic(() => import('./row-menu').then((module) => module.RowMenu), {
  loading: () => <span className="size-11 shrink-0 sm:size-9" />,
})
