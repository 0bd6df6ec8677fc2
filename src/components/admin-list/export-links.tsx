import { Download } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { buttonStyles } from '~/components/ui/button-styles'
import type { ChosenRows } from './selection'
import { toolButton } from './tool-popover'

/** The parameters of a list's address that choose and sort its rows. */
const ofView = [
  'search',
  'status',
  'state',
  'owner',
  'userId',
  'assigned',
  'due',
  'messages',
  'work',
  'quote',
  'expedited',
  'warranty',
  'role',
  'category',
  'kind',
  'type',
  'stock',
  'sort',
] as const

/** The address of a view as a file; the file of a list is called as its page is. */
function useExportAddress(): string {
  const { pathname, query } = useRouter()
  const view = new URLSearchParams(
    ofView.flatMap((key): [string, string][] => {
      const value = query[key]
      return typeof value === 'string' && value !== '' ? [[key, value]] : []
    }),
  )
  const file = `/api/export/${pathname.split('/').at(-1) ?? ''}.csv`
  return view.size > 0 ? `${file}?${view.toString()}` : file
}

/** Downloads the rows that a list shows, all pages of them. */
export function ExportLink() {
  return (
    <a href={useExportAddress()} download className={toolButton} title="Export CSV">
      <Download className="size-4" aria-hidden="true" />
      <span className="sr-only @5xl:not-sr-only">Export CSV</span>
    </a>
  )
}

/** Downloads the rows that are selected. Their ids are too many for an address, so a form sends them. */
export function ExportSelected({ chosen }: { chosen: ChosenRows<object> }) {
  const address = useExportAddress()
  const look = buttonStyles({ variant: 'secondary', size: 'sm' })
  const words = (
    <>
      <Download className="size-4" aria-hidden="true" />
      Export selected
    </>
  )
  if (!('ids' in chosen)) {
    return (
      <a href={address} download className={look}>
        {words}
      </a>
    )
  }
  return (
    <form method="post" action={address}>
      <input type="hidden" name="ids" value={chosen.ids.map(({ id }) => id).join(',')} />
      <button type="submit" className={look}>
        {words}
      </button>
    </form>
  )
}
