import { useRouter } from 'next/compat/router'
import { Activity, lazy, startTransition, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { untilScripted, waitingPart } from '~/lib/until-scripted'
import { useHydrating } from '~/lib/use-hydrating'
import { whenIdle } from '~/lib/when-idle'

/**
 * A part of a public page whose code is no part of the first load. The server's HTML of it stands as it is until the
 * code is needed: one of its controls comes into view, a visitor touches it, its props change, or the page is idle.
 * Presses and entries before that are kept for it. On a page that is reached by a link the code is loaded with the page.
 *
 * Idle at the latest, because a change of any context above makes React wait for the code of every part that stands as the
 * server sent it, and show nothing new on the whole page until then.
 *
 * Props that are built anew at each rendering count as a change: pass values and constants.
 * @param load the component, by `import()`
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const code = codeOf(load)
  const Part = lazy(() => (typeof window === 'undefined' ? load().then((component) => ({ default: component })) : code.arrival))

  return function Late(props: Props) {
    const router = useRouter()
    const hydrating = useHydrating()
    const [first] = useState({ props, router, hydrating })
    const [ready, setReady] = useState(!hydrating)
    const frame = useRef<HTMLDivElement>(null)
    const waiting = useRef<ReturnType<typeof untilScripted>>(undefined)
    const changed = !sameProps(first.props, props)

    // While rendering, because React does not finish a rendering in which a part of the page waits for its code: so it
    // is when the page is new, and when another address of the same page is shown.
    if (!first.hydrating || router !== first.router) code.needForPage()

    useEffect(() => {
      if (changed) code.need()
    }, [changed])

    useEffect(() => {
      if (!first.hydrating) return
      if (frame.current) waiting.current = untilScripted(frame.current, code.need)
      const cancelIdle = whenIdle(code.need)
      return () => {
        cancelIdle()
        waiting.current?.end('forget')
      }
    }, [first])

    const [hydrated] = useState(() => () => {
      waiting.current?.end('repeat')
      // Only now may other props reach the part: before, React could not but throw the server's HTML away.
      startTransition(() => setReady(true))
    })
    const shown = ready ? props : first.props
    const part = useMemo(
      () => (
        <Activity>
          <Part {...shown} />
          <AfterHydration happened={hydrated} />
        </Activity>
      ),
      [shown, hydrated],
    )
    return (
      <div ref={frame} className="contents" {...(first.hydrating && waitingPart)}>
        {part}
      </div>
    )
  }
}

/** Tells that the part can answer; it stands behind the part, so that its effects are there. */
function AfterHydration({ happened }: { happened: () => void }) {
  useEffect(() => happened(), [happened])
  return null
}

function sameProps(one: object, other: object): boolean {
  const entries = Object.entries(other)
  const before = new Map<string, unknown>(Object.entries(one))
  return entries.length === before.size && entries.every(([key, value]) => Object.is(before.get(key), value))
}

/**
 * Code that is loaded once, at the first need. A load that fails is tried again at the next need, as the HTML still
 * stands; a page that cannot be shown without it is loaded afresh, as Next does where its own code is missing.
 */
function codeOf<Props>(load: () => Promise<ComponentType<Props>>) {
  let arrive: (code: { default: ComponentType<Props> }) => void
  const arrival = new Promise<{ default: ComponentType<Props> }>((resolve) => {
    arrive = resolve
  })
  let loading = false
  let pageWaits = false
  const need = () => {
    if (loading) return
    loading = true
    load().then(
      (component) => arrive({ default: component }),
      (error: unknown) => {
        loading = false
        console.error('A part of the page could not be loaded', error)
        if (pageWaits) window.location.reload()
      },
    )
  }
  const needForPage = () => {
    pageWaits = true
    need()
  }
  return { arrival, need, needForPage }
}
