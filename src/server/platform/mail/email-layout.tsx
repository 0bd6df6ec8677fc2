import { renderToStaticMarkup } from 'react-dom/server.edge'
import { email as emailAddress } from '~/contracts/email-address'
import type { Letterhead } from '~/server/platform/pdf/letterhead'
import type { Email } from './email'

export interface Branding extends Letterhead {
  siteUrl: string
}

export interface EmailContent {
  to: string
  subject: string
  /** Null for an unproven address, whose owner may have typed anything. */
  name: string | null
  before: string[]
  link: { label: string; href: string }
  after: string[]
  foot?: { label: string; href: string } | undefined
}

const GRAPHITE = '#13171b'
const AMBER = '#f5a524'
const PAPER = '#f3f4f6'
const MUTED = '#5b6470'
const FONT = "'Inter', 'Segoe UI', Helvetica, Arial, sans-serif"

const paragraph = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px' }

/** Holds nothing that people typed. */
const HEAD =
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>'

function EmailBody({ branding, content }: { branding: Branding; content: EmailContent }) {
  const { link } = content
  return (
    <body style={{ margin: 0, padding: '24px 12px', background: PAPER, color: GRAPHITE, fontFamily: FONT }}>
      <div style={{ maxWidth: 560, margin: '0 auto', background: '#ffffff', color: GRAPHITE, borderRadius: 12, overflow: 'hidden' }}>
        <div style={{ padding: '20px 28px', background: GRAPHITE, color: '#ffffff', fontSize: 18, fontWeight: 700 }}>
          {branding.companyName}
        </div>
        <div style={{ padding: '28px 28px 12px' }}>
          <h1 style={{ margin: '0 0 20px', fontSize: 22, lineHeight: '30px' }}>{content.subject}</h1>
          <p style={paragraph}>{greeting(content.name)}</p>
          {content.before.map((text, index) => (
            // An address to open may be longer than a line of a phone.
            <p key={index} style={{ ...paragraph, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {text}
            </p>
          ))}
          <p style={{ margin: '24px 0' }}>
            <a
              href={link.href}
              style={{
                display: 'inline-block',
                padding: '12px 22px',
                borderRadius: 8,
                background: AMBER,
                color: GRAPHITE,
                fontSize: 16,
                fontWeight: 700,
                textDecoration: 'none',
              }}
            >
              {link.label}
            </a>
          </p>
          <p style={{ ...paragraph, color: MUTED, fontSize: 14, lineHeight: '20px', wordBreak: 'break-all' }}>
            If the button does not work, open this address: {link.href}
          </p>
          {content.after.map((text, index) => (
            <p key={index} style={{ ...paragraph, whiteSpace: 'pre-line', color: MUTED, fontSize: 14, lineHeight: '20px' }}>
              {text}
            </p>
          ))}
          {content.foot && (
            <p style={{ ...paragraph, color: MUTED, fontSize: 14, lineHeight: '20px' }}>
              <a href={content.foot.href} style={{ color: MUTED }}>
                {content.foot.label}
              </a>
            </p>
          )}
        </div>
      </div>
      <p style={{ maxWidth: 560, margin: '16px auto 0', color: MUTED, fontSize: 12, lineHeight: '18px' }}>
        {companyLines(branding).map((line) => (
          <span key={line} style={{ display: 'block' }}>
            {line}
          </span>
        ))}
      </p>
    </body>
  )
}

/** A line break in a name must not begin a paragraph. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
const greeting = (name: string | null) => (name && oneLine(name) ? `Hello ${oneLine(name)},` : 'Hello,')

/** The registered details, and how to reach the company. */
const companyLines = ({ register, phone, email }: Letterhead): string[] => [
  ...register.map(oneLine),
  [phone && `Telephone ${oneLine(phone)}`, email && `email ${oneLine(email)}`].filter((part) => part !== '').join(', '),
]

/** The outbox refuses emails with any other value. */
const replyAddress = emailAddress().max(254).optional().catch(undefined)

export function renderEmail(branding: Branding, content: EmailContent): Email {
  const { to, subject, name, before, link, after, foot } = content
  const written = (to: { label: string; href: string }) => `${to.label}:\n${to.href}`
  return {
    to,
    subject: oneLine(subject),
    replyTo: replyAddress.parse(branding.email),
    html: `<!doctype html><html lang="en-GB">${HEAD}${renderToStaticMarkup(<EmailBody branding={branding} content={content} />)}</html>`,
    text: [
      greeting(name),
      ...before,
      written(link),
      ...after,
      ...(foot ? [written(foot)] : []),
      [branding.companyName, ...companyLines(branding)].join('\n'),
    ]
      .map((part) => `${part}\n`)
      .join('\n'),
  }
}
