import { Mail } from '~/components/icons/lucide'
import { useMay } from '~/components/admin-list/cells'
import { toolButton } from '~/components/admin-list/tool-popover'
import { useAddressDialog } from '~/components/admin-list/use-dialogs'
import { onDemand } from '~/components/ui/on-demand'

const SubscribersDialog = onDemand(() => import('./subscribers-dialog').then((module) => module.SubscribersDialog))

export function NewsletterSubscribers() {
  const [open, setOpen] = useAddressDialog('newsletter')
  if (!useMay()('newsletter', 'read')) return null
  return (
    <>
      <button type="button" className={toolButton} onClick={() => setOpen(true)}>
        <Mail className="size-4" aria-hidden="true" />
        Newsletter
      </button>
      {open && <SubscribersDialog onClose={() => setOpen(false)} />}
    </>
  )
}
