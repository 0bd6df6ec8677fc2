import { useId, useState, type SubmitEvent } from 'react'
import { Button } from '~/components/ui/button'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { askAgain } from './follow-link'

/** Sends another link to the typed address. */
export function EndedLink({ purpose }: { purpose: NewsletterLink }) {
  const id = useId()
  const [state, setState] = useState<{ kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string }>({ kind: 'asking' })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    setState({ kind: 'busy' })
    setState(await askAgain(purpose, typeof email === 'string' ? email : ''))
  }
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight">This link does not work</h2>
      <p role="alert" className="mt-3 text-ink-muted">
        {purpose === 'confirm'
          ? 'It has ended, or was copied only in part. Enter your address, and we send you another one.'
          : 'It was copied only in part. Enter your address, and we send you one that takes it off our list.'}
      </p>
      {state.kind !== 'done' && (
        <form noValidate className="mt-6 flex flex-wrap items-end gap-3" onSubmit={(event) => void submit(event)}>
          <div className="min-w-0 grow basis-64">
            <label htmlFor={`${id}-email`} className="mb-1.5 block font-medium">
              Email
            </label>
            <input
              id={`${id}-email`}
              name="email"
              type="email"
              autoComplete="email"
              aria-invalid={state.kind === 'failed'}
              aria-describedby={`${id}-state`}
              className="field"
            />
          </div>
          <Button type="submit" busy={state.kind === 'busy'}>
            Send me a new link
          </Button>
        </form>
      )}
      <div id={`${id}-state`} role="status" className="mt-4">
        {'message' in state && <p className={state.kind === 'failed' ? 'text-danger-ink' : 'text-ink'}>{state.message}</p>}
      </div>
    </>
  )
}
