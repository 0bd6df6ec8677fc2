import { Bookmark } from 'lucide-react'
import { useRouter } from 'next/router'
import { ToolPopover } from '~/components/admin-list/tool-popover'
import { onDemand } from '~/components/ui/on-demand'
import { viewScreens } from '~/contracts/views'

const Views = onDemand(() => import('./views').then((module) => module.Views))

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
