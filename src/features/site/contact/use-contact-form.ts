import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { ContactValues } from '~/contracts/site/contact'
import { keepDraft, readDraft } from '~/lib/drafts'
import { readContactPreset } from '../contact-link'
import type { ContactMessages } from './check-contact'
import type { Delivery } from './send-message'

const loadCheck = () => import('./check-contact')

export type Outcome = { kind: 'none' } | { kind: 'delivered'; values: ContactValues; delivery: Delivery } | { kind: 'failed' }
const none: Outcome = { kind: 'none' }

/** Fills a field that is still empty. */
function fill(form: HTMLFormElement, name: string, value: string | undefined) {
  const field = form.elements.namedItem(name)
  const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement
  if (value === undefined || !isField) return
  if (field.value === '') field.value = value
}

const DRAFT = 'contact'
const draftFields = ['name', 'email', 'phone', 'inquiryType', 'subject', 'message']

/** Restores what was typed before a reload. */
function restore(form: HTMLFormElement) {
  const kept = new URLSearchParams(readDraft(DRAFT))
  for (const name of draftFields) fill(form, name, kept.get(name) ?? undefined)
}

function keep(form: HTMLFormElement) {
  const data = new FormData(form)
  const typed = draftFields.flatMap((name) => {
    const value = data.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  keepDraft(DRAFT, new URLSearchParams(typed).toString())
}

function focusFirst(form: HTMLFormElement, messages: ContactMessages) {
  for (const field of form.elements) {
    if (field instanceof HTMLElement && (field.getAttribute('name') ?? '') in messages) {
      field.focus()
      return
    }
  }
}

/** The fields are uncontrolled and read when the form is checked, so that text typed before hydration is not lost. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [messages, setMessages] = useState<ContactMessages>({})
  const [outcome, setOutcome] = useState<Outcome>(none)
  const [sending, setSending] = useState(false)

  useEffect(() => {
    if (!form.current) return
    const { inquiryType, service, product } = readContactPreset(window.location.search)
    fill(form.current, 'inquiryType', inquiryType)
    fill(form.current, 'subject', (service && `Quote: ${service}`) ?? (product && `Price of ${product}`))
    // After the choices of the address, which are newer.
    restore(form.current)
  }, [])

  const check = async (element: HTMLFormElement) => (await loadCheck()).checkContact(Object.fromEntries(new FormData(element)))

  const send = async (element: HTMLFormElement, values: ContactValues) => {
    setSending(true)
    try {
      const { sendMessage } = await import('./send-message')
      const website = new FormData(element).get('website')
      const delivery = await sendMessage(values, typeof website === 'string' ? website : '')
      if (delivery.kind === 'sent') {
        element.reset()
        keepDraft(DRAFT, '')
      }
      setOutcome({ kind: 'delivered', values, delivery })
    } finally {
      setSending(false)
    }
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    try {
      const { values, messages: wrong } = await check(element)
      setMessages(wrong ?? {})
      setOutcome(none)
      if (wrong) focusFirst(element, wrong)
      if (!values) return
      // (requirements §2 Contact)
      console.log('Contact form submitted', values)
      await send(element, values)
    } catch (error) {
      console.error('The contact form could not be checked', error)
      setOutcome({ kind: 'failed' })
    }
  }

  /** Removes a message once its field is right; adds none during typing. */
  const change = async () => {
    setOutcome(none)
    if (form.current) keep(form.current)
    if (!form.current || Object.keys(messages).length === 0) return
    const { messages: wrong = {} } = await check(form.current)
    setMessages((shown) => Object.fromEntries(Object.entries(wrong).filter(([field]) => field in shown)))
  }

  return { form, messages, outcome, sending, submit, change, prepare: () => void loadCheck().catch(() => undefined) }
}
