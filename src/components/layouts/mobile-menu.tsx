import { clsx } from 'clsx/lite'
import { useRouter } from 'next/compat/router'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import { NavLink, dashboardLink, mainLinks, trackLink } from './navigation'

const PANEL_ID = 'mobile-menu'

interface MobileMenuProps {
  dashboardHref: string
  account: ReactNode
  className?: string
}

/**
 * Escape closes the panel and returns the focus; following a link or moving the focus away closes it too. Without scripts it stands open.
 */
export function MobileMenu({ dashboardHref, account, className }: MobileMenuProps) {
  const links = [...mainLinks, trackLink, { ...dashboardLink, href: dashboardHref }]
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const router = useRouter()

  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close()
    }
    router?.events.on('routeChangeComplete', close)
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      router?.events.off('routeChangeComplete', close)
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [open, router])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <div ref={root} onKeyDown={onKeyDown} onBlur={onBlur} className={className}>
      <IconButton
        ref={button}
        label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls={PANEL_ID}
        onClick={() => setOpen(!open)}
        className="no-script:hidden"
      >
        {open ? <Icon name="x" /> : <Icon name="menu" />}
      </IconButton>
      <nav id={PANEL_ID} aria-label="Menu" className={clsx('menu-panel no-script:static no-script:block', open ? 'block' : 'hidden')}>
        <ul className="divide-y divide-graphite-line">
          {links.map(({ label, href }) => (
            <li key={href}>
              <NavLink
                href={href}
                className="flex min-h-13 items-center text-lg font-medium"
                currentClassName="text-accent-ink before:mr-3 before:h-5 before:w-1 before:rounded-full before:bg-accent"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        {account}
      </nav>
    </div>
  )
}
