import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import * as z from 'zod'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDraft } from '~/lib/drafts'
import { ContactForm } from '~/features/site/contact/contact-form'
// Loaded before the tests, so that a busy machine does not fail them: the form loads it when it is used.
import '~/features/site/contact/check-contact'
import { enterText } from './support/enter-text'

const form = <ContactForm contactEmail="desk@example.com" phoneNumber="+44 20 7946 0182" />
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
const status = () => screen.getByRole('status')

async function fillIn() {
  await enterText(field('Name'), 'Ada Example')
  await enterText(field('Email'), 'ada@example.com')
  await enterText(field('Subject'), 'Two loud machines')
  await enterText(field('Message'), 'They rattle.')
}

describe('the contact form (requirements §2 Contact, §5)', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    window.history.replaceState(null, '', '/contact')
  })
  afterEach(() => {
    vi.restoreAllMocks()
    keepDraft('contact', '')
  })

  it('names its fields by their labels alone and marks what is required', () => {
    render(form)
    const required = ['Name', 'Email', 'Phone', 'Inquiry Type', 'Subject', 'Message'].map((name) => [name, field(name).required])
    expect(required).toEqual([
      ['Name', true],
      ['Email', true],
      ['Phone', false],
      ['Inquiry Type', true],
      ['Subject', true],
      ['Message', true],
    ])
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field('Name'))
    expect(field('Email').type).toBe('email')
    expect([...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Inquiry Type' }).options].map(({ value }) => value)).toEqual([
      '',
      'Trade-In Inquiry',
      'Repair Services',
      'Product Information',
      'Technical Support',
      'Bulk Orders',
      'Partnership',
      'General Question',
    ])
  })

  it('says beside each field what is wrong, keeps what was typed, and logs nothing', async () => {
    render(form)
    await userEvent.type(field('Email'), 'ada')
    await enterText(field('Message'), 'They rattle.')
    await send()
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(field('Name'))
    const messageOf = (name: string) => document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
    expect(messageOf('Name')).toBe('Name is required')
    expect(messageOf('Email')).toBe('Valid email is required')
    expect(messageOf('Subject')).toBe('Subject is required')
    expect(field('Inquiry Type').getAttribute('aria-invalid')).toBe('false')
    expect(field('Email').value).toBe('ada')
    expect(field('Message').value).toBe('They rattle.')
    expect(console.log).not.toHaveBeenCalled()
    expect(status().textContent).toBe('')
  })

  it('takes a message back as soon as its field is right', async () => {
    render(form)
    await send()
    await screen.findByText('Name is required')
    await userEvent.type(field('Name'), 'A')
    await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull())
    expect(screen.getByText('Subject is required')).toBeTruthy()
  })

  it('is filled in by the address', () => {
    window.history.replaceState(null, '', '/contact?inquiryType=Repair+Services&service=Hashboard+repair')
    render(form)
    expect(field('Inquiry Type').value).toBe('Repair Services')
    expect(field('Subject').value).toBe('Quote: Hashboard repair')
  })

  it('puts nothing into the address before its script runs, and keeps what was typed until then', () => {
    window.history.replaceState(null, '', '/contact?service=Hashboard+repair')
    const container = document.createElement('div')
    container.innerHTML = renderToString(form)
    document.body.append(container)
    const before = within(container)
    const button = before.getByRole<HTMLButtonElement>('button', { name: 'Send Message' })
    expect(button.disabled).toBe(false)
    // A form of this method that stands in no dialog goes nowhere (HTML, form submission algorithm).
    expect(button.form?.getAttribute('method')).toBe('dialog')
    fireEvent.input(before.getByLabelText('Name'), { target: { value: 'Ada' } })
    fireEvent.input(before.getByLabelText('Subject'), { target: { value: 'My own words' } })
    render(form, { container, hydrate: true })
    expect(field('Name').value).toBe('Ada')
    expect(field('Subject').value).toBe('My own words')
    container.remove()
  })

  it('logs and sends a complete form without an inquiry type, says so, and is empty again', async () => {
    const body = { result: { data: { json: { message: 'Your message has been sent to us.' } } } }
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(body)))
    render(form)
    await fillIn()
    await send()
    await within(status()).findByText('Message sent')
    expect(console.log).toHaveBeenCalledExactlyOnceWith('Contact form submitted', {
      name: 'Ada Example',
      email: 'ada@example.com',
      phone: '',
      inquiryType: '',
      subject: 'Two loud machines',
      message: 'They rattle.',
    })
    expect(field('Message').value).toBe('')
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/trpc/contact.send'])
    expect(z.string().parse(fetched.mock.calls[0]?.[1]?.body)).toContain('They rattle.')
  })

  it('keeps what was typed and says why, where it was not taken; the same message goes under the same key', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    render(form)
    await fillIn()
    await send()
    await within(status()).findByText(/We could not reach the server/)
    expect(field('Message').value).toBe('They rattle.')
    const mail = new URL(within(status()).getByRole<HTMLAnchorElement>('link', { name: /your own mail program/ }).href)
    expect([mail.pathname, decodeURIComponent(mail.search)]).toEqual(['desk@example.com', expect.stringContaining('They rattle.')])
    await userEvent.type(field('Message'), ' ')
    expect(status().textContent).toBe('')
    await send()
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    const keys = fetched.mock.calls.map(([, init]) => /"idempotencyKey":"([\w-]+)"/.exec(z.string().parse(init?.body))?.[1])
    expect(keys[0]).toBeDefined()
    expect(keys[1]).toBe(keys[0])
  })

  it('names the product whose price is asked for', () => {
    window.history.replaceState(null, '', '/contact?inquiryType=Product+Information&product=Antminer+S21')
    render(form)
    expect([field('Inquiry Type').value, field('Subject').value]).toEqual(['Product Information', 'Price of Antminer S21'])
  })

  it('has what was half-written after a reload, beside what the address chooses, and nothing once it was sent', async () => {
    const body = { result: { data: { json: { message: 'Your message has been sent to us.' } } } }
    vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(body)))
    const first = render(form)
    await fillIn()
    first.unmount()
    window.history.replaceState(null, '', '/contact?service=Fans')
    const again = render(form)
    expect([field('Name').value, field('Message').value, field('Subject').value]).toEqual(['Ada Example', 'They rattle.', 'Quote: Fans'])
    await send()
    await within(status()).findByText('Message sent')
    again.unmount()
    render(form)
    expect([field('Name').value, field('Message').value]).toEqual(['', ''])
  })
})
