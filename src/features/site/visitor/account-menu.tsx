import { Menu, MenuButton, MenuItem, MenuItems, MenuSection, MenuHeading } from '@headlessui/react'
import Link from 'next/link'
import { Icon } from '~/components/ui/icon'
import { paths } from '~/lib/paths'
import { accountButtonClasses } from './use-visitor'
import { useState } from 'react'
import { notifyLazily } from '~/components/ui/lazy-toasts'
import { signOutBrowser } from '~/lib/sign-out'

/** Signs out and stays on the page. */
export function useLeaveSite() {
  const [busy, setBusy] = useState(false)

  const leave = () => {
    setBusy(true)
    signOutBrowser().catch((error: unknown) => {
      const description = error instanceof Error ? error.message : 'Please try again.'
      notifyLazily({ title: 'Sign Out Failed', description, tone: 'danger', id: 'sign-out', cause: error })
      setBusy(false)
    })
  }
  return { busy, leave }
}

const row = 'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-left text-ink data-focus:bg-surface-muted'

/** Loaded for signed-in people only. */
export function AccountMenu({ email }: { email: string }) {
  const { busy, leave } = useLeaveSite()
  return (
    <Menu as="div" className="relative">
      <MenuButton aria-label="Account menu" title={email} className={`${accountButtonClasses} transition-colors hover:bg-graphite-raised`}>
        <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-accent text-on-accent uppercase">
          {email.slice(0, 1)}
        </span>
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute top-full right-0 z-50 mt-2 w-64 rounded-lg border border-line bg-surface p-1.5 shadow-raised outline-none"
      >
        <MenuSection>
          <MenuHeading className="px-3 py-2 text-sm text-ink-muted">
            Signed in as
            <span className="block truncate font-medium text-ink" title={email}>
              {email}
            </span>
          </MenuHeading>
          <MenuItem>
            <Link href={paths.account} prefetch={false} className={row}>
              <Icon name="user-round" className="size-5 text-ink-muted" />
              Account
            </Link>
          </MenuItem>
          <MenuItem>
            <button type="button" onClick={leave} disabled={busy} className={row}>
              <Icon name="log-out" className="size-5 text-ink-muted" />
              Sign Out
            </button>
          </MenuItem>
        </MenuSection>
      </MenuItems>
    </Menu>
  )
}
