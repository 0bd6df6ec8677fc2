import { useEffect, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'

const NOT_LOADED = 'This part could not be loaded.'

const focused = () => (typeof document === 'undefined' ? null : document.activeElement)

/** A dialog or a panel, which can be closed, was opened by a press that wants an answer at once; a part of the page was not. */
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
    /** Null once it has failed. */
    const [Part, setPart] = useState<ComponentType<Props> | null | undefined>(() => loaded)

    useEffect(() => {
      if (Part !== undefined) return
      prepare().then(
        (code) => setPart(() => code),
        (error: unknown) => {
          console.error(NOT_LOADED, error)
          setPart(null)
        },
      )
    }, [Part])
    useEffect(
      () => () => {
        requestAnimationFrame(() => {
          const { activeElement, body } = document
          if ((activeElement ?? body) === body && opener instanceof HTMLElement) opener.focus()
        })
      },
      [opener],
    )
    if (Part) return <Part {...props} />
    const close = closingOf(props)
    if (Part !== null) return Meanwhile ? <Meanwhile /> : close && <LoadingPart />
    return (
      <div role="alert" className={close && 'over-page'}>
        {NOT_LOADED} <Press onClick={() => setPart(undefined)}>Try again</Press>
        {close && <Press onClick={close}>Close</Press>}
      </div>
    )
  }
  return Object.assign(OnDemand, { prepare })
}

const Press = (props: ComponentProps<'button'>) => <button type="button" {...props} className="min-h-11 underline" />

/** For code that a press loads. */
export const LoadingPart = ({ children = 'Loading …' }: { children?: ReactNode }) => (
  <p role="status" aria-busy="true" className="over-page">
    {children}
  </p>
)
