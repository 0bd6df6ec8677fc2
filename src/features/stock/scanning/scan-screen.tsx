import { clsx } from 'clsx/lite'
import { Volume2, VolumeX } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import * as z from 'zod'
import { useMay } from '~/components/admin-list/cells'
import { IconButton } from '~/components/ui/icon-button'
import { LastOutcome, LastScans } from './scan-log'
import type { ModeStart } from './mode-props'
import { modesFor } from './scan-modes'
import { useScanSound } from './scan-sound'

const word = z.string().trim().min(1).max(200).optional().catch(undefined)
const address = z.object({ mode: word, place: word, type: word, code: word })

export function ScanScreen() {
  const { pathname, query, replace } = useRouter()
  const { mode, ...start } = address.parse(query)
  const modes = modesFor(useMay())
  // A place's label opens the screen for moving things there.
  const shown = modes.find(({ id }) => id === (mode ?? (start.place === undefined ? 'find' : 'move'))) ?? modes[0]
  const { isOn, turn } = useScanSound()
  const onMode = (id: string, next: ModeStart) => {
    void replace({ pathname, query: { mode: id, ...next } }, undefined, { shallow: true })
  }

  return (
    <div data-thumb="" className="mx-auto flex max-w-xl flex-col gap-4 max-sm:min-h-[calc(100dvh-9rem)]">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight text-ink sm:text-2xl">Scan</h1>
        <IconButton label={isOn ? 'Turn the sound off' : 'Turn the sound on'} onClick={turn} className="text-ink-muted">
          {isOn ? <Volume2 className="size-5" aria-hidden="true" /> : <VolumeX className="size-5" aria-hidden="true" />}
        </IconButton>
      </div>
      <nav aria-label="What to do with codes">
        <ul className="grid auto-cols-fr grid-flow-col gap-1 rounded-lg border border-line bg-surface p-1">
          {modes.map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === shown?.id ? 'true' : undefined}
                onClick={() => onMode(id, {})}
                className={clsx(
                  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-md px-1 text-xs font-medium sm:text-sm',
                  id === shown?.id ? 'bg-accent text-on-accent' : 'text-ink-muted hover:bg-surface-muted hover:text-ink',
                )}
              >
                <Icon className="size-5" aria-hidden="true" />
                {label}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {shown ? (
        <>
          <LastOutcome about={shown.about} />
          <shown.Panel key={shown.id} {...start} onMode={onMode} />
        </>
      ) : (
        <p className="text-sm text-ink-muted">Your access includes nothing that is scanned.</p>
      )}
      <LastScans />
    </div>
  )
}
