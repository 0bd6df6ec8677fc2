import { useSyncExternalStore, type ReactNode } from 'react'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { onDemand } from '~/components/ui/on-demand'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { PageHeader } from '~/components/ui/page-header'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { FormSkeleton } from './form-skeleton'

// The forms are not in the HTML: what they show depends on the address and on what this browser has stored.
const TradeInForm = onDemand(() => import('./trade-in-form').then((module) => module.TradeInForm), FormSkeleton)
const RepairForm = onDemand(() => import('./repair-form').then((module) => module.RepairForm), FormSkeleton)
const ConfirmPanel = onDemand(() => import('./confirm-panel').then((module) => module.ConfirmPanel), FormSkeleton)

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
/** Also half of one: the page says then that it does not work. */
const tokenInAddress = () => /^#confirm=(.{1,200})$/.exec(window.location.hash)?.[1] ?? null

/** The form again, without the link. */
const forgetToken = () => {
  window.location.hash = ''
}

interface FrameProps {
  title: string
  lead: string
  contactEmail: string
  children: ReactNode
}

function RequestFrame({ title, lead, contactEmail, children }: FrameProps) {
  const token = useSyncExternalStore(subscribe, tokenInAddress, () => null)
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <div className="min-h-dvh bg-surface-muted py-12 sm:py-16">
        <Container className="max-w-4xl">
          <Card className="sm:p-8">
            <NeedsScripts what="This form" contactEmail={contactEmail} />
            {token === null ? children : <ConfirmPanel key={token} token={token} onAskAgain={forgetToken} />}
          </Card>
        </Container>
      </div>
    </>
  )
}

interface ScreenProps {
  contactEmail: string
  /** The signed-in user's address. */
  signedInAs: string | null
}

/** Trade-in online: what is asked for, and what becomes of it. */
export const TradeInRequestScreen = ({ contactEmail, machines, ...visitor }: ScreenProps & { machines: ActiveMachine[] }) => (
  <RequestFrame
    title="Submit your trade-in online"
    lead="One machine or a whole farm: we keep today’s value for you while your parcel is on its way."
    contactEmail={contactEmail}
  >
    <TradeInForm machines={machines} {...visitor} />
  </RequestFrame>
)

export const RepairRequestScreen = ({ contactEmail, ...visitor }: ScreenProps) => (
  <RequestFrame
    title="Request a repair online"
    lead="Tell us what is wrong. You get a number, our address, and an estimate before we begin."
    contactEmail={contactEmail}
  >
    <RepairForm {...visitor} />
  </RequestFrame>
)
