import { PackageCheck } from '~/components/icons/lucide'
import { Button } from '~/components/ui/button'
import { trpc } from '~/trpc/client'
import { DispatchLines } from '../sale/dispatch-lines'
import type { ModeProps } from './mode-props'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import { notFound, refused } from './scanned-things'

/** First the order, then each unit that is shipped. */
export function DispatchMode({ code: order, onMode }: ModeProps) {
  const { client } = trpc.useUtils()

  const open = async (code: string): Promise<boolean> => {
    try {
      const found = await client.admin.scan.query({ code })
      if (!found) return notFound(code)
      if (found.noun !== 'orders')
        return logScan({ title: found.title, text: 'Scan or type the order first, then its units.', isGood: false })
      onMode('dispatch', { code: found.title })
      return logScan({ title: found.title, text: 'Scan each unit that leaves', isGood: true })
    } catch (error) {
      return refused(code, error)
    }
  }

  if (order === undefined) return <ScanField label="Order" placeholder="Scan its slip or type its number" takesFocus onCode={open} />
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 rounded-lg border border-accent-line bg-accent-soft px-4 py-2 text-ink">
        <PackageCheck className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          Sending <strong className="font-semibold">{order}</strong>
        </span>
        <Button variant="secondary" size="sm" className="min-h-11" onClick={() => onMode('dispatch', {})}>
          Other order
        </Button>
      </p>
      <DispatchLines orderNumber={order} />
    </div>
  )
}
