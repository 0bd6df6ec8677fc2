import { useEffect, useState, type ComponentType } from 'react'

/** The page stays as it is: only the part is missing, and its next opening tries again. */
const NOT_LOADED = 'This part could not be loaded. Please try again.'

const focused = () => (typeof document === 'undefined' ? null : document.activeElement)

/**
 * A dialog or another part whose code loads when it is first rendered, and is there at once from then on. When it closes with the
 * focus inside, it restores the focus: code that loads after a press cannot know where the focus came from.
 *
 * Does without `lazy` and `Suspense`: React shows what they wait for up to 300 ms late, so that pages do not flicker.
 * @param load imports the part
 * @param Meanwhile stands in its place until then
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, Meanwhile: ComponentType = Nothing) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  /** Loads it before it is rendered, where that is foreseen. A load that fails is tried again the next time. */
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
    if (part.failed) {
      return (
        <p role="alert" className="py-2 text-danger-ink">
          {NOT_LOADED}
        </p>
      )
    }
    return part.Part ? <part.Part {...props} /> : <Meanwhile />
  }
  return Object.assign(OnDemand, { prepare })
}

const Nothing = () => null
