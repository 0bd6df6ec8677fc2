import { Download, ShieldCheck } from '~/components/icons/lucide'
import Image from 'next/image'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { isMissing } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { PageHeader } from '~/components/ui/page-header'
import type { PublicPassport } from '~/contracts/stock/passports'
import { formatDate } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { TrpcProvider } from '~/trpc/provider'
import { PassportOwner } from './passport-owner'
import { PassportSkeleton } from './passport-skeleton'
import { PassportView } from './passport-view'

/** For pages without a tRPC provider; the code loads after the page. */
export function PassportScreen(props: { code: string; isSignedIn: boolean }) {
  return (
    <TrpcProvider>
      <ReadPassport {...props} />
    </TrpcProvider>
  )
}

/** For pages with a tRPC provider. */
export function ReadPassport({ code, isSignedIn }: { code: string; isSignedIn: boolean }) {
  const query = trpc.units.passport.useQuery({ code })
  if (query.data) return <Passport passport={query.data} isSignedIn={isSignedIn} />
  if (isMissing(query.error)) {
    return (
      <Frame title="No such passport" lead="No passport has this code. Check the address, or scan the label again.">
        <LinkButton href={paths.contact}>Write to us</LinkButton>
      </Frame>
    )
  }
  if (!query.error) return <PassportSkeleton />
  return (
    <Frame title="Passport of a machine" lead="It could not be loaded.">
      <LoadFailure message="The passport could not be loaded" query={query} />
    </Frame>
  )
}

const Frame = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <>
    <PageHeader title={title} lead={lead} />
    <Container className="py-10">{children}</Container>
  </>
)

const days = (left: number) => (left === 0 ? 'its last day is today' : left === 1 ? '1 day left' : `${left} days left`)

function Passport({ passport, isSignedIn }: { passport: PublicPassport; isSignedIn: boolean }) {
  const { content, revoked, warrantyDaysLeft, issuedAt } = passport
  if (revoked) {
    return (
      <Frame title="This passport was revoked" lead={`We revoked it on ${formatDate(revoked.at)}. What it said does not count any more.`}>
        {revoked.reason !== '' && <p className="max-w-2xl text-lg wrap-anywhere">Reason: {revoked.reason}</p>}
      </Frame>
    )
  }
  if (content === null) {
    return (
      <Frame title="This passport does not count" lead="We have not signed it. Please tell us where you have found it.">
        <LinkButton href={paths.contact}>Write to us</LinkButton>
      </Frame>
    )
  }
  return (
    <>
      <PageHeader
        title={`${content.manufacturer} ${content.model}`.trim() || 'Passport of a machine'}
        lead={`What we measured and did on this machine, signed by us on ${formatDate(issuedAt)}.`}
      />
      <Container className="grid items-start gap-4 py-8 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PassportView
          content={content}
          {...(content.warrantyUntil !== null && { warranty: warrantyDaysLeft === null ? 'over' : days(warrantyDaysLeft) })}
          pictures={<Pictures passport={passport} />}
        />
        <div className="flex flex-col gap-4">
          <PassportOwner passport={passport} isSignedIn={isSignedIn} />
          <Proof passport={passport} />
        </div>
      </Container>
    </>
  )
}

const Pictures = ({ passport: { pictures } }: { passport: PublicPassport }) => (
  <ul aria-label="Pictures" className="flex flex-wrap gap-3">
    {pictures.map(({ id, address, thumbnailAddress }, place) => (
      <li key={id}>
        <a href={address} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-lg border border-line">
          <Image
            src={thumbnailAddress}
            alt={`Picture ${place + 1} of the machine (opens in a new tab)`}
            width={160}
            height={120}
            className="h-30 w-40 bg-surface-strong object-cover"
          />
        </a>
      </li>
    ))}
  </ul>
)

function save(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/jose' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

function Proof({ passport: { signed, content } }: { passport: PublicPassport }) {
  if (signed === null || content === null) return null
  return (
    <RecordSection title="Signature">
      <div className="flex flex-col items-start gap-3 p-5 text-sm text-ink-muted sm:px-6">
        <p className="flex gap-2 text-ink">
          <ShieldCheck className="size-5 shrink-0 text-success-ink" aria-hidden="true" />
          Our signature is valid.
        </p>
        <p>Keep the file: it can be checked without us, and without a connection. Only this page tells whether it was revoked since.</p>
        <Button variant="secondary" size="sm" onClick={() => save(signed, `passport-${content.unitNumber.replaceAll(/[^\w-]/g, '_')}.jws`)}>
          <Download className="size-4" aria-hidden="true" />
          Save the signed file
        </Button>
        <Link href={paths.verifyPassport} prefetch={false} className="font-medium text-ink underline underline-offset-4">
          Check a file
        </Link>
      </div>
    </RecordSection>
  )
}
