import { useId } from 'react'
import { accesses, scopedRouters, type Access, type Scope, type ScopedRouter } from '~/contracts/identity/api-keys'
import { keysOf } from '~/contracts/keys'

const words: Record<Access, string> = { read: 'Read', write: 'Read and change' }

const accessTo = (scopes: readonly Scope[], router: ScopedRouter): Access | '' =>
  accesses.findLast((access) => scopes.includes(`${router}:${access}`)) ?? ''

interface ScopeFieldsProps {
  legend: string
  value: readonly Scope[]
  onChange: (value: Scope[]) => void
  /** Limits the choice to the rights of the person who grants them; absent without a limit. */
  may?: (router: string, access: Access) => boolean
  /** An error of the whole choice. */
  message?: string | undefined
}

/** Access to each part of the back office. */
export function ScopeFields({ legend, value, onChange, may = () => true, message }: ScopeFieldsProps) {
  const id = useId()
  const choose = (router: ScopedRouter, chosen: string) => {
    const others = value.filter((scope) => !scope.startsWith(`${router}:`))
    const access = accesses.find((known) => known === chosen)
    onChange(access ? [...others, `${router}:${access}`] : others)
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      {!keysOf(scopedRouters).every((router) => may(router, 'write')) && (
        <p className="mt-1 text-sm text-ink-muted">Your access is limited: you cannot give more than you have yourself.</p>
      )}
      {message !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {message}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line">
        {keysOf(scopedRouters).map((router) => (
          <li key={router}>
            <div className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3 px-3 py-1.5 text-sm text-ink">
              <label htmlFor={`${id}-${router}`}>{scopedRouters[router]}</label>
              <select
                id={`${id}-${router}`}
                value={accessTo(value, router)}
                onChange={(event) => choose(router, event.target.value)}
                className="field sm:text-sm"
              >
                <option value="">Nothing</option>
                {accesses.map((access) => (
                  <option key={access} value={access} disabled={!may(router, access)}>
                    {words[access]}
                  </option>
                ))}
              </select>
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** 'Orders: read. Repairs: read and change.' */
export const scopesText = (scopes: readonly Scope[]): string =>
  keysOf(scopedRouters)
    .flatMap((router) => {
      const access = accessTo(scopes, router)
      return access === '' ? [] : [`${scopedRouters[router]}: ${words[access].toLowerCase()}`]
    })
    .join('. ')
