import type { Quote } from '~/contracts/cases/cases'

type QuoteRow = Omit<Quote, 'answeredBy' | 'createdBy'> & Record<'answerer' | 'creator', { email: string } | null>

/** What an estimate's row and an offer's have in common, and nothing else of theirs. */
export const toQuote = (row: QuoteRow): Quote => ({
  id: row.id,
  number: row.number,
  sentAt: row.sentAt,
  expiresAt: row.expiresAt,
  answeredAt: row.answeredAt,
  answerVia: row.answerVia,
  answerNote: row.answerNote,
  answeredBy: row.answerer?.email ?? null,
  createdBy: row.creator?.email ?? null,
  createdAt: row.createdAt,
  version: row.version,
})
