import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { PageHeader } from '~/components/ui/page-header'
import { Spinner } from '~/components/ui/loading'
import { useFragmentToken, type FragmentToken } from '~/components/ui/use-fragment-token'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'

const links = ['confirm', 'unsubscribe'] as const satisfies readonly NewsletterLink[]

const words = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'Press the button to get our emails from now on.',
    button: 'Confirm subscription',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    text: 'Press the button and we will take your address off the list.',
    button: 'Unsubscribe',
  },
} as const

/** Carries out the links of the newsletter's emails, after a press on a button. */
export function NewsletterScreen({ contactEmail }: { contactEmail: string }) {
  const { link, looked } = useFragmentToken(links)
  return (
    <>
      <PageHeader
        title="Newsletter"
        lead="One email when new stock arrives, and nothing else. Press the button below to confirm or to leave: opening this page changes nothing."
      />
      <Container className="py-12 sm:py-16">
        {/* As high as what comes when the address has been read, so that the footer does not jump. */}
        <Card className="mx-auto min-h-64 max-w-xl sm:p-8">
          {link ? <Question key={link.token} link={link} /> : looked ? <NoLink /> : <Spinner className="size-6" />}
          <NeedsScripts contactEmail={contactEmail} />
        </Card>
      </Container>
    </>
  )
}

function NoLink() {
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight">Open the link in our email</h2>
      <p className="mt-3 text-ink-muted">It confirms or ends your subscription. You can subscribe on our products page.</p>
      <LinkButton href={paths.products} className="mt-6">
        See the products
      </LinkButton>
    </>
  )
}

type State = { kind: 'looking' | 'asking' | 'busy' | 'ended' } | { kind: 'done' | 'failed'; message: string }

/** Said of a link that has done its work already. */
const wasUsed: Record<NewsletterLink, string> = {
  confirm: 'This link was used: you are subscribed. You can unsubscribe with the link in every email.',
  unsubscribe: 'This address is not on our list any more. Nothing is sent to it.',
}

const NOT_LOADED = { kind: 'failed', message: 'Part of this page did not load. Please try again.' } as const

function Question({ link: { purpose, token } }: { link: FragmentToken<NewsletterLink> }) {
  const [state, setState] = useState<State>({ kind: 'looking' })
  const { title, text, button } = words[purpose]
  useEffect(() => {
    void import('./follow-link')
      .then(({ readLink }) => readLink(purpose, token))
      .catch(() => 'good' as const)
      .then((found) => {
        setState(found === 'done' ? { kind: 'done', message: wasUsed[purpose] } : { kind: found === 'ended' ? 'ended' : 'asking' })
      })
  }, [purpose, token])

  const answer = async () => {
    setState({ kind: 'busy' })
    try {
      const { followLink } = await import('./follow-link')
      setState(await followLink(purpose, token))
    } catch (error) {
      console.error('A part could not be loaded', error)
      setState(NOT_LOADED)
    }
  }

  if (state.kind === 'looking') return <Spinner className="size-6" />
  if (state.kind === 'ended') return <Ended purpose={purpose} />
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      {state.kind !== 'done' && (
        <>
          <p className="mt-3 text-ink-muted">{text}</p>
          <Button size="lg" className="mt-6" busy={state.kind === 'busy'} onClick={() => void answer()}>
            {button}
          </Button>
        </>
      )}
      <div role="status" className="mt-4">
        {'message' in state && <p className={state.kind === 'failed' ? 'text-danger-ink' : 'text-ink'}>{state.message}</p>}
      </div>
    </>
  )
}

/** A link that does not work: another one to confirm with is sent to the address that is typed. */
function Ended({ purpose }: { purpose: NewsletterLink }) {
  const id = useId()
  const [state, setState] = useState<{ kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string }>({ kind: 'asking' })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    setState({ kind: 'busy' })
    try {
      const { askAgain } = await import('./follow-link')
      setState(await askAgain(typeof email === 'string' ? email : ''))
    } catch (error) {
      console.error('A part could not be loaded', error)
      setState(NOT_LOADED)
    }
  }
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight">This link does not work</h2>
      <p role="alert" className="mt-3 text-ink-muted">
        {purpose === 'confirm'
          ? 'It has ended, or was copied only in part. Enter your address, and we send you another one.'
          : 'It was copied only in part. Please open the link in the last email that you got from us.'}
      </p>
      {purpose === 'confirm' && state.kind !== 'done' && (
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
