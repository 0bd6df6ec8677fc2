import { type ReactNode, useId, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import type { AccountSession } from '~/contracts/identity/account'
import { formatDateTime, timeAgo } from '~/lib/date-text'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { trpc } from '~/trpc/client'
import { AccountSection, SectionState, sayDone, sayFailure } from './account-section'

/** The first match counts: many browsers name others in their user agent. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /^(?=.*\bVersion\/\d).*\bSafari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: typeof browsers, userAgent: string) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]

/**
 * A guess by user agent: 'Chrome on Windows'.
 * @returns 'Unknown device' if nothing is recognised, the first word ('curl') for programs
 */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  const program = /^[A-Za-z][\w.-]*/.exec(userAgent)?.[0]
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program) ?? 'Unknown device'
}

interface DeviceRowProps {
  session: AccountSession
  children: ReactNode
}

function DeviceRow({ session, children }: DeviceRowProps) {
  const id = useId()
  // Fixed at the first render, so that texts do not change while being read.
  const [now] = useState(() => new Date())
  const name = browserName(session.userAgent)
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon name={/iPhone|Android/.test(name) ? 'smartphone' : 'laptop'} className="size-6 shrink-0 text-ink-subtle" />
      <div className="min-w-40 flex-1">
        <p id={id} className="font-medium text-ink">
          {name}
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted tabular-nums">
          {session.ip ?? 'Unknown address'} · Last seen {session.isCurrent ? 'now' : timeAgo(session.lastSeenAt, now)}
        </p>
        <p className="text-sm text-ink-subtle tabular-nums">Signed in {formatDateTime(session.createdAt)}</p>
      </div>
      {children}
    </li>
  )
}

/** Signed-in browsers and programs, each with a way to end its session. */
export function DevicesSection() {
  const sessions = trpc.account.sessions.useQuery()
  return (
    <AccountSection title="Signed-in devices" lead="If you do not recognise a device, sign it out and change your password.">
      {sessions.data ? <Devices sessions={sessions.data} /> : <SectionState query={sessions} failure="Your devices could not be loaded" />}
    </AccountSection>
  )
}

function Devices({ sessions }: { sessions: AccountSession[] }) {
  const utils = trpc.useUtils()
  const [asking, setAsking] = useState(false)
  // Also after a refusal: a session may have ended meanwhile.
  const onSettled = () => utils.account.sessions.invalidate()
  const endOne = trpc.account.endSession.useMutation({
    onSuccess: () => sayDone('The device has been signed out'),
    onError: (error) => sayFailure('Device not signed out', error),
    onSettled,
  })
  const endOthers = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => {
      setAsking(false)
      sayDone('All other devices have been signed out')
    },
    onError: (error) => sayFailure('Devices not signed out', error),
    onSettled,
  })
  const others = sessions.filter(({ isCurrent }) => !isCurrent)

  return (
    <>
      <ul aria-label="Signed-in devices" className="-my-2 divide-y divide-line">
        {sessions.map((session) => (
          <DeviceRow key={session.id} session={session}>
            {session.isCurrent ? (
              <Badge tone="success">This device</Badge>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Sign out ${browserName(session.userAgent)}`}
                busy={endOne.isPending && endOne.variables.sessionId === session.id}
                onClick={() => endOne.mutate({ sessionId: session.id })}
              >
                Sign out
              </Button>
            )}
          </DeviceRow>
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="secondary" size="sm" className="mt-5" onClick={() => setAsking(true)}>
          Sign out all other devices
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title="Sign out all other devices?"
          message="Every other browser and program that uses your account has to sign in again. This one stays signed in."
          confirmLabel="Sign out the others"
          cancelLabel="Cancel"
          busy={endOthers.isPending}
          onConfirm={() => endOthers.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
