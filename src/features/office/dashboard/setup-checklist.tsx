import { OfficeLink } from '~/components/admin-list/office-link'
import { clsx } from 'clsx/lite'
import { CircleCheck, CircleDashed, X } from '~/components/icons/lucide'
import { useContext } from 'react'
import { ViewerContext } from '~/components/admin-list/cells'
import { IconButton } from '~/components/ui/icon-button'
import { setupSteps, type SetupState, type SetupStep } from '~/contracts/office/dashboard'
import { adminPaths } from '~/components/layouts/admin-nav'
import { paths } from '~/lib/paths'
import { useStored } from '~/lib/use-stored'
import { withoutBatch, trpc } from '~/trpc/client'
import { Panel } from '~/components/charts/panel'
import { dashboardMessages, useLoggedFailure } from './messages'

const steps: Record<SetupStep, { label: string; hint: string; href?: string }> = {
  password: {
    label: 'Choose another password',
    hint: 'The first administrator’s was generated, and is in a file',
    href: paths.profile,
  },
  texts: { label: 'Edit the site’s texts', hint: 'Name, contact details and the home page', href: adminPaths.settings },
  product: { label: 'Add a product', hint: 'What the shop sells', href: `${adminPaths.products}?add=1` },
  machine: { label: 'Add a trade-in machine', hint: 'What the calculator offers', href: `${adminPaths.machines}?add=1` },
  factor: { label: 'Protect your account', hint: 'A second factor keeps others out', href: paths.profile },
  mail: { label: 'Set up mail', hint: 'SMTP_URL in the server’s settings; until then emails become files' },
}

/** localStorage key: dismissed in this browser. */
const DISMISSED = 'admin-setup-dismissed'

/** The first steps of a new shop, for those who may take them all; gone when all are done, or put away in this browser. */
export function SetupChecklist() {
  const [dismissed, setDismissed] = useStored(DISMISSED)
  const { isLimited } = useContext(ViewerContext)
  const isShown = dismissed === null && !isLimited
  const { data, error } = trpc.dashboard.setup.useQuery(undefined, { ...withoutBatch, enabled: isShown })
  useLoggedFailure(error, dashboardMessages.setupFailed)
  if (!isShown || !data || setupSteps.every((step) => data[step])) return null
  const done = setupSteps.filter((step) => data[step]).length
  return (
    <div className="mt-4">
      <Panel
        title="Set up your shop"
        action={() => (
          <span className="-my-2 flex items-center gap-2 text-sm text-ink-muted tabular-nums">
            {done} of {setupSteps.length} done
            <IconButton label="Dismiss" onClick={() => setDismissed('true')}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          </span>
        )}
      >
        {/* Folds once half of it is done. */}
        <details open={2 * done < setupSteps.length}>
          <summary className="cursor-pointer px-5 py-3 text-sm text-ink-muted hover:text-ink">All steps</summary>
          <ol className="grid sm:grid-cols-2 xl:grid-cols-3">
            {setupSteps.map((step) => (
              <Step key={step} step={step} state={data} />
            ))}
          </ol>
        </details>
      </Panel>
    </div>
  )
}

function Step({ step, state }: { step: SetupStep; state: SetupState }) {
  const { label, hint, href } = steps[step]
  const Icon = state[step] ? CircleCheck : CircleDashed
  return (
    <li className="flex gap-3 px-5 py-4">
      <Icon className={clsx('mt-0.5 size-5 shrink-0', state[step] ? 'text-success-ink' : 'text-ink-subtle')} aria-hidden="true" />
      <span className="min-w-0 text-sm">
        {href !== undefined && !state[step] ? (
          <OfficeLink href={href} className="font-medium text-ink underline underline-offset-4">
            {label}
          </OfficeLink>
        ) : (
          <span className="font-medium text-ink">{label}</span>
        )}
        <span className="sr-only">{state[step] ? ', done' : ', to do'}</span>
        <span className="mt-0.5 block text-xs text-ink-muted">{hint}</span>
      </span>
    </li>
  )
}
