import { useRouter } from 'next/router'
import type { View, ViewScreen } from '~/contracts/views'
import { trpc } from '~/trpc/client'
import { SaveView } from './save-view'
import { viewQuery } from './view-query'
import { ViewRow } from './view-row'

/** What the menu of kept views holds: each view, and a way to keep the one that is shown. */
export function Views({ screen, onDone }: { screen: ViewScreen; onDone: () => void }) {
  const router = useRouter()
  const views = trpc.views.list.useQuery({ screen })
  const show = ({ query }: View) => {
    onDone()
    void router.push({ pathname: router.pathname, query: Object.fromEntries(new URLSearchParams(query)) }, undefined, { shallow: true })
  }
  return (
    <>
      {views.data?.length === 0 && <p className="px-2 py-2 text-sm text-ink-muted">None yet</p>}
      {views.isError && <p className="px-2 py-2 text-sm text-ink-muted">They could not be loaded</p>}
      <ul className="max-h-64 overflow-y-auto">
        {views.data?.map((view) => (
          <li key={view.id}>
            <ViewRow view={view} current={view.query === viewQuery(router.query)} onShow={() => show(view)} />
          </li>
        ))}
      </ul>
      <SaveView screen={screen} query={viewQuery(router.query)} />
    </>
  )
}
