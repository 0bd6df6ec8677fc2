import { describe, expect, it } from 'vitest'
import { contactInput } from '~/contracts/site/contact'
import { checkContact } from '~/features/site/contact/check-contact'
import { contactEmailText, contactMail } from '~/features/site/contact/contact-mail'
import { contactLink, readContactPreset } from '~/features/site/contact-link'

const typed = {
  name: 'Ada Example',
  email: 'ada@example.com',
  phone: '',
  inquiryType: '',
  subject: 'A quote',
  message: 'Two machines,\nboth loud.',
}

describe('the contact form’s schema (requirements §3, §5)', () => {
  it('asks for name, email, subject and message, and for nothing else', () => {
    expect(checkContact({ name: ' ', email: '', phone: '', inquiryType: '', subject: '', message: '' }).messages).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    })
    expect(contactInput.safeParse(typed).success).toBe(true)
  })

  it('wants an address that can be one, and no overlong text', () => {
    expect(checkContact({ ...typed, email: 'ada' }).messages).toEqual({ email: 'Valid email is required' })
    expect(checkContact({ ...typed, message: 'x'.repeat(5_001) }).messages).toEqual({ message: 'At most 5,000 characters' })
  })

  it('takes the seven inquiry types and no other', () => {
    const types = [
      'Trade-In Inquiry',
      'Repair Services',
      'Product Information',
      'Technical Support',
      'Bulk Orders',
      'Partnership',
      'General Question',
    ]
    for (const inquiryType of types) expect(contactInput.safeParse({ ...typed, inquiryType }).success).toBe(true)
    expect(contactInput.safeParse({ ...typed, inquiryType: 'Complaint' }).success).toBe(false)
  })

  it('takes white space from the ends', () => {
    expect(contactInput.parse({ ...typed, name: '  Ada Example ', email: ' ada@example.com ' })).toMatchObject({
      name: typed.name,
      email: typed.email,
    })
  })
})

describe('the email', () => {
  const values = contactInput.parse({ ...typed, phone: '+44 20 1', inquiryType: 'Repair Services' })

  it('holds everything that was typed, in lines for mail', () => {
    expect(contactEmailText(values)).toBe(
      'Name: Ada Example\r\nEmail: ada@example.com\r\nPhone: +44 20 1\r\nInquiry Type: Repair Services\r\n\r\nTwo machines,\r\nboth loud.',
    )
    expect(contactEmailText(contactInput.parse(typed))).toBe(
      'Name: Ada Example\r\nEmail: ada@example.com\r\n\r\nTwo machines,\r\nboth loud.',
    )
  })

  it('survives the link, whatever its characters', () => {
    const odd = contactInput.parse({ ...typed, subject: 'A & B? 50% = “half”', message: 'C&D #1 + é' })
    const link = new URL(contactMail('desk@example.com', odd))
    expect(link.pathname).toBe('desk@example.com')
    const fields = link.search
      .slice(1)
      .split('&')
      .map((field) => field.split('=').map(decodeURIComponent))
    expect(fields).toEqual([
      ['subject', 'A & B? 50% = “half”'],
      ['body', 'Name: Ada Example\r\nEmail: ada@example.com\r\n\r\nC&D #1 + é'],
    ])
  })
})

describe('an address that fills the form in beforehand', () => {
  it('is read as it was made', () => {
    const { search, pathname } = new URL(
      contactLink({ inquiryType: 'Repair Services', service: 'Hashboard repair' }),
      'https://shop.example',
    )
    expect(pathname).toBe('/contact')
    expect(readContactPreset(search)).toEqual({ inquiryType: 'Repair Services', service: 'Hashboard repair' })
  })

  it('chooses nothing that the form does not offer', () => {
    expect(readContactPreset('?inquiryType=Complaint&service=')).toEqual({})
    expect(readContactPreset(`?service=${'x'.repeat(81)}`)).toEqual({})
    expect(readContactPreset('')).toEqual({})
  })
})
