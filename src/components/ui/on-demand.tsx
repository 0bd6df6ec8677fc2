import { useEffect, useState, type ComponentType } from 'react'

/** Only the part is missing from the page; opening it again retries. */
const NOT_LOADED = 'This part could not be loaded. Please try again.'

const focused = () => (typeof document === 'undefined' ? null : document.activeElement)

/**
 * Loads code when it is first rendered, and restores the focus on closing, since late code cannot know where the focus came from.
 * Without `lazy` and `Suspense`, which show what they wait for up to 300 ms late, against flicker.
 * @param Meanwhile stands in its place until then
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, Meanwhile: ComponentType = Nothing) {
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
