import { FileKey2, ShieldAlert, ShieldCheck } from '~/components/icons/lucide'
import { useState, type ReactNode } from 'react'
import { FileDrop } from '~/components/ui/file-drop'
import type { PassportKey } from '~/contracts/stock/passports'
import { formatDate } from '~/lib/date-text'
import { passportPageOf } from '~/lib/record-paths'
import { PassportView } from './passport-view'
import { keysIn, verifyPassport, type Verdict } from './verify-passport'

const LARGEST_FILE = 300_000

type Outcome = Verdict | { kind: 'unreadable' }

interface Said {
  name: string
  text: string
  outcome: Outcome
}

const check = async (text: string, keys: readonly PassportKey[]): Promise<Outcome> => {
  try {
    return await verifyPassport(text, keys)
  } catch {
    return { kind: 'unreadable' }
  }
}

const failures: Record<Exclude<Outcome['kind'], 'signed'>, readonly [title: string, about: string]> = {
  'unknown key': [
    'Signed by a key that this page does not know',
    'It may be of another shop, or newer than this page. If you have our key set (jwks.json), choose that file too.',
  ],
  changed: ['Not valid', 'Our key has not signed these words: the file was changed, or somebody else has made it.'],
  'no passport': ['No passport', 'This file is not the signed file of a passport. Save it again from the page of the passport.'],
  unreadable: ['It could not be checked', 'Your browser checks signatures on secure pages only (https).'],
}

/** Checks a passport's file against the shop's keys, or those of a key set. */
export function VerifyForm({ keys, siteUrl }: { keys: readonly PassportKey[]; siteUrl: string }) {
  const [given, setGiven] = useState<readonly PassportKey[]>([])
  const [said, setSaid] = useState<Said>()

  const take = async (files: readonly File[]) => {
    let known = given
    let passport = said && { name: said.name, text: said.text }
    for (const file of files) {
      const text = file.size > LARGEST_FILE ? '' : await file.text()
      const set = keysIn(text)
      if (set) known = [...known, ...set]
      else passport = { name: file.name, text }
    }
    setGiven(known)
    if (passport) setSaid({ ...passport, outcome: await check(passport.text, [...keys, ...known]) })
  }

  return (
    <div className="flex flex-col gap-6">
      <FileDrop
        label="Choose the file of a passport"
        hint="passport-….jws, or drop it here"
        icon={<FileKey2 className="size-8 text-ink-subtle" aria-hidden="true" />}
        accept=".jws,.txt,.json,application/jose"
        multiple
        className="min-h-36"
        onFiles={(files) => void take(files)}
      />
      <div role="status" className="empty:hidden">
        {said && <Result {...said} isOurs={said.outcome.kind === 'signed' && isAmong(keys, said.outcome.kid)} siteUrl={siteUrl} />}
      </div>
      {said?.outcome.kind === 'signed' && <PassportView content={said.outcome.claims.passport} />}
    </div>
  )
}

const isAmong = (keys: readonly PassportKey[], kid: string) => keys.some((key) => key.kid === kid)

function Result({ name, outcome, isOurs, siteUrl }: Said & { isOurs: boolean; siteUrl: string }) {
  if (outcome.kind !== 'signed') {
    const [title, about] = failures[outcome.kind]
    return (
      <Notice isGood={false} title={`${title}: ${name}`}>
        <p>{about}</p>
      </Notice>
    )
  }
  const { iss, iat, code } = outcome.claims
  return (
    <Notice isGood={isOurs} title={isOurs ? `Valid: ${name}` : `Signed by the key that you have given: ${name}`}>
      <p className="wrap-anywhere">
        Signed by {iss} on {formatDate(new Date(iat * 1000))}, key {outcome.kid}.
      </p>
      {!isOurs && <p>This page does not have that key. It proves something only if the key set came from {iss}.</p>}
      <p>
        Whether it was revoked since is only known online:{' '}
        <a href={`${siteUrl}${passportPageOf(code)}`} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
          open its page
        </a>
        .
      </p>
    </Notice>
  )
}

function Notice({ isGood, title, children }: { isGood: boolean; title: string; children: ReactNode }) {
  const Shield = isGood ? ShieldCheck : ShieldAlert
  return (
    <div
      className={`flex gap-3 rounded-card border px-5 py-4 ${isGood ? 'border-success-line bg-success-soft' : 'border-warn-line bg-warn-soft'}`}
    >
      <Shield className={`size-6 shrink-0 ${isGood ? 'text-success-ink' : 'text-warn-ink'}`} aria-hidden="true" />
      <div className="flex min-w-0 flex-col gap-1 text-sm text-ink">
        <p className="text-base font-semibold wrap-anywhere">{title}</p>
        {children}
      </div>
    </div>
  )
}
