import { Bookmark, Trash2 } from 'lucide-react'
import { useRouter } from 'next/router'
import { ToolPopover } from '~/components/admin-list/tool-popover'
import { isMissing } from '~/components/form/server-errors'
import { IconButton } from '~/components/ui/icon-button'
import { notifyError } from '~/components/ui/notify'
import { viewScreens, type View, type ViewScreen } from '~/contracts/views'
import { trpc } from '~/trpc/client'
import { SaveView } from './save-view'
import { viewQuery } from './view-query'

/** The views of a list that its reader has kept, and a way to keep the one that is shown. */
export function ViewsMenu() {
  const { pathname } = useRouter()
  const screen = viewScreens.find((each) => pathname === `/admin/${each}`)
  if (!screen) return null
  return (
    <ToolPopover label="Saved views" icon={Bookmark}>
      {(close) => <Views screen={screen} onDone={close} />}
    </ToolPopover>
  )
}

function Views({ screen, onDone }: { screen: ViewScreen; onDone: () => void }) {
  const router = useRouter()
  const utils = trpc.useUtils()
  const views = trpc.views.list.useQuery({ screen })
  const remove = trpc.views.delete.useMutation({
    onError: (error) => {
      if (!isMissing(error)) notifyError('Failed to delete the view', error)
    },
    onSettled: () => utils.views.list.invalidate({ screen }),
  })
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
          <li key={view.id} className="flex items-center">
            <button
              type="button"
              onClick={() => show(view)}
              aria-current={view.query === viewQuery(router.query) ? 'true' : undefined}
              className="min-h-10 min-w-0 flex-1 truncate rounded-md px-2 text-left text-sm text-ink hover:bg-surface-muted aria-current:font-semibold"
            >
              {view.name}
            </button>
            <IconButton
              label={`Delete view ${view.name}`}
              onClick={() => remove.mutate({ id: view.id })}
              className="size-10 text-ink-muted"
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <SaveView screen={screen} query={viewQuery(router.query)} />
    </>
  )
}
