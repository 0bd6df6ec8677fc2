import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { PageHeader } from '~/components/ui/page-header'
import { Spinner } from '~/components/ui/loading'
import { useFragmentToken, type FragmentToken } from '~/components/ui/use-fragment-token'
import type { NewsletterLink } from '~/contracts/site/newsletter'
import { paths } from '~/lib/paths'

const EndedLink = onDemand(
  () => import('./ended-link').then((module) => module.EndedLink),
  () => <Spinner className="size-6" />,
)

const links = ['confirm', 'unsubscribe'] as const satisfies readonly NewsletterLink[]

const words = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'Press the button to get our emails from now on. Opening this page has changed nothing.',
    button: 'Confirm subscription',
    done: 'You are subscribed',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    text: 'Press the button and we will take your address off the list. Opening this page has changed nothing.',
    button: 'Unsubscribe',
    done: 'You are not subscribed',
  },
} as const

/** Acts only after a press on a button. */
export function NewsletterScreen({ contactEmail }: { contactEmail: string }) {
  const { link, looked } = useFragmentToken(links)
  return (
    <>
      <PageHeader title="Newsletter" lead="One email when new stock arrives, and nothing else." />
      <Container className="py-12 sm:py-16">
        {/* As high as the loaded part, so that the footer does not move. */}
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

const wasUsed: Record<NewsletterLink, string> = {
  confirm: 'This link was used: you are subscribed. You can unsubscribe with the link in every email.',
  unsubscribe: 'This address is not on our list any more. Nothing is sent to it.',
}

function Question({ link: { purpose, token } }: { link: FragmentToken<NewsletterLink> }) {
  const [state, setState] = useState<State>({ kind: 'looking' })
  const { title, text, button, done } = words[purpose]
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
      setState({ kind: 'failed', message: 'Part of this page did not load. Please try again.' })
    }
  }

  if (state.kind === 'looking') return <Spinner className="size-6" />
  if (state.kind === 'ended') return <EndedLink purpose={purpose} />
  return (
    <>
      <h2 className="text-2xl font-semibold tracking-tight">{state.kind === 'done' ? done : title}</h2>
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
