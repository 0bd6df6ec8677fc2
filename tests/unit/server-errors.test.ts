import { expect, it } from 'vitest'
import { serverMessage, serverSentences } from '~/components/form/server-errors'

const failure = (message: string, fieldErrors: Record<string, string[]> | null) =>
  Object.assign(new Error(message), { data: { code: 'BAD_REQUEST', zodError: fieldErrors && { fieldErrors } } })

it('a refusal that is shown outside of its form names no field of the call', () => {
  const until = { until: ['It cannot end before it begins'] }
  expect(serverSentences(failure('until: It cannot end before it begins', until))).toBe('It cannot end before it begins')
  const both = { 'lines.0.price': ['Too large an amount'], note: ['At most 1,000 characters'] }
  expect(serverSentences(failure('lines.0.price: Too large an amount; note: At most 1,000 characters', both))).toBe(
    'Too large an amount; At most 1,000 characters',
  )
  // A sentence of its own stays, also where it has a field or a colon.
  expect(serverSentences(failure('This line is paid: choose another', { id: ['This line is paid: choose another'] }))).toBe(
    'This line is paid: choose another',
  )
  expect(serverSentences(failure('Somebody else has changed it.', null))).toBe('Somebody else has changed it.')
  expect(serverSentences(new Error('Failed to fetch'))).toBeUndefined()
  // A form shows the server's own message, and the sentence beside its field.
  expect(serverMessage(failure('until: It cannot end before it begins', until))).toBe('until: It cannot end before it begins')
})
