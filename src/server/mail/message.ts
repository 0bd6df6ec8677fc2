import type { SendMailOptions } from 'nodemailer'
import type { Letter } from './mailer'

/** A letter as nodemailer takes it: nothing in it is read as an address list, a file or a web address. */
export const asMessage = (from: string, { to, subject, html, text }: Letter): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  html,
  text,
  // Keeps holiday notices from answering (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
