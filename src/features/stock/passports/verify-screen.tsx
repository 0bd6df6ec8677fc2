import { useEffect } from 'react'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { PageHeader } from '~/components/ui/page-header'
import type { PassportKey } from '~/contracts/stock/passports'

// Loaded with the page, since the check works offline.
const VerifyForm = onDemand(
  () => import('./verify-form').then((module) => module.VerifyForm),
  () => <Skeleton className="h-40 no-script:hidden" />,
)

const proves = [
  'We have signed exactly these words, on the day that it says. Nobody has changed a letter since.',
  'The reading, the tests, the parts and the repairs stood so in our record of this machine on that day.',
]

const provesNot = [
  'That the machine before you is this one: compare the serial number with the one on its label.',
  'That the machine is still as it was on that day.',
  'That the passport still counts. We can revoke one, and only its page, with a connection, says so.',
  'Who owns the machine.',
]

const List = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div>
    <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
    <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-ink-muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)

/** Verifies a passport's signed file offline, and explains the result. */
export function VerifyScreen({ keys, siteUrl, contactEmail }: { keys: readonly PassportKey[]; siteUrl: string; contactEmail: string }) {
  useEffect(() => {
    void VerifyForm.prepare()
  }, [])
  return (
    <>
      <PageHeader
        title="Check the passport of a machine"
        lead="Choose the signed file that you have saved from its page. It is checked in your browser: nothing is sent, and no connection is needed."
      />
      <Container className="flex flex-col gap-10 py-12">
        <NeedsScripts what="The check" contactEmail={contactEmail} />
        <VerifyForm keys={keys} siteUrl={siteUrl} />
        <div className="grid gap-8 md:grid-cols-2">
          <List title="What a valid signature proves" lines={proves} />
          <List title="What it does not prove" lines={provesNot} />
        </div>
      </Container>
    </>
  )
}
