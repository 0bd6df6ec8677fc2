import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defaultSettings } from '~/contracts/site/settings'
import { OfficeList } from '~/features/site/contact/contact-screen'

const addressOf = (container: HTMLElement) => [...container.querySelectorAll('address > *')].map(({ textContent }) => textContent)

it('shows an address of lines and one that is a single text (requirements §2 Contact)', () => {
  const { container, rerender } = render(<OfficeList settings={defaultSettings} />)
  expect(addressOf(container)).toEqual(['Unit 4, Foundry Yard', 'London E16 2QU', 'United Kingdom'])
  rerender(<OfficeList settings={{ ...defaultSettings, company_address: '1 High Street, Leeds LS1 1AA' }} />)
  expect(addressOf(container)).toEqual(['1 High Street, Leeds LS1 1AA'])
  expect(screen.getByRole('heading', { name: 'London' })).toBeTruthy()
})
