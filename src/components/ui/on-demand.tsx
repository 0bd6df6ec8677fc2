import { useEffect, useState, type ComponentType } from 'react'
import { Button } from './button'
import { LoadingPart, OverPage } from './opening'

const focused = () => (typeof document === 'undefined' ? null : document.activeElement)

/** What can be closed was opened by a press, and the press wants an answer: a dialog or a panel, not a part of the page. */
function closingOf(props: object) {
  const { onClose, onCancel }: { onClose?: unknown; onCancel?: unknown } = props
  const close = onClose ?? onCancel
  return typeof close === 'function' ? () => void Reflect.apply(close, undefined, []) : undefined
}

/**
 * Loads code when it is first rendered, and restores the focus on closing, since late code cannot know where the focus came from.
 * Without `lazy` and `Suspense`, which show what they wait for up to 300 ms late, against flicker.
 * @param Meanwhile stands in its place until then; a dialog says without it that it loads
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, Meanwhile?: ComponentType) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  /** Preloads it. A failed load is retried the next time. */
  const prepare = async () => {
    try {
      loaded = await (loading ??= load())
      return loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  function OnDemand(props: Props) {
    const [opener] = useState(focused)
    const [part, setPart] = useState<{ Part?: ComponentType<Props> | undefined; failed?: boolean }>(() => ({ Part: loaded }))

    useEffect(() => {
      if (part.Part ?? part.failed) return
      prepare().then(
        (Part) => setPart({ Part }),
        (error: unknown) => {
          console.error('A part could not be loaded', error)
          setPart({ failed: true })
        },
      )
    }, [part])
    useEffect(
      () => () => {
        requestAnimationFrame(() => {
          const lost = document.activeElement === null || document.activeElement === document.body
          if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
        })
      },
      [opener],
    )
    if (part.Part) return <part.Part {...props} />
    const close = closingOf(props)
    if (part.failed) return <NotLoaded onRetry={() => setPart({})} onClose={close} />
    return Meanwhile ? <Meanwhile /> : close && <LoadingPart />
  }
  return Object.assign(OnDemand, { prepare })
}

interface NotLoadedProps {
  onRetry: () => void
  onClose: (() => void) | undefined
}

/** Only the part is missing from the page. */
function NotLoaded({ onRetry, onClose }: NotLoadedProps) {
  const offer = (
    <div className="flex flex-wrap items-center gap-3 py-2">
      <p role="alert" className="text-danger-ink">
        This part could not be loaded. Check your connection.
      </p>
      <Button variant="secondary" onClick={onRetry} autoFocus={onClose !== undefined}>
        Try again
      </Button>
      {onClose && (
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  )
  if (!onClose) return offer
  return (
    <div onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <OverPage className="bg-graphite-deep/60">{offer}</OverPage>
    </div>
  )
}
