import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaseFile } from '~/contracts/cases/files'
import type { CaseReading } from '~/contracts/stock/readings'
import { readMiner } from '~/contracts/stock/miners/reading'
import { FilesSection } from '~/features/cases/office/files-section'
import { ReadingsSection } from '~/features/cases/office/readings-section'
import { antminer, pyasic } from '../setup/miner-samples'
import { readingFile } from '../setup/readings'
import { refusal, renderScreen } from './support/fake-api'
import { FakeRequest, named, requests } from './support/fake-request'
import { findToast } from './support/toasts'

const of = { noun: 'repairs' as const, id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11' }

const file = (values: Partial<CaseFile> = {}): CaseFile => ({
  id: 'a',
  kind: 'picture',
  name: 'board.jpg',
  contentType: 'image/jpeg',
  bytes: 120_000,
  width: 400,
  height: 300,
  checkItem: null,
  visibility: 'internal',
  uploadedBy: 'admin@example.com',
  createdAt: new Date(),
  removedAt: null,
  address: '/api/case-files/a?size=full',
  thumbnailAddress: '/api/case-files/a?size=thumbnail',
  ...values,
})

beforeEach(() => {
  FakeRequest.sent.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the files of a case', () => {
  it('are sent two at a time with their progress; what is refused says why and can be sent again where that helps', async () => {
    let files: CaseFile[] = []
    renderScreen(<FilesSection of={of} />, { 'cases.files.list': () => ({ files, removed: [] }) })
    await screen.findByText(/^No files yet/)
    await userEvent.upload(screen.getByLabelText(/^Add files/), [named('1.jpg'), named('2.jpg'), named('3.jpg')])
    const [first, second] = await requests(2)
    const query = new URL(first?.address ?? '', 'http://localhost').searchParams
    expect([query.get('noun'), query.get('id'), query.get('name')]).toEqual([of.noun, of.id, '1.jpg'])
    expect(query.get('idempotencyKey')).toMatch(/^[\da-f]{32}$/)
    expect(first?.headers['Content-Type']).toBe('application/octet-stream')
    act(() => first?.upload.onprogress?.({ loaded: 500 }))
    expect(screen.getByRole('progressbar', { name: 'Upload of 1.jpg' })).toHaveProperty('value', 500)
    expect(screen.getByText('Waiting')).toBeDefined()

    files = [file()]
    first?.answer(201)
    await screen.findByRole('button', { name: 'Open board.jpg' })
    await requests(3)
    second?.answer(422, 'This picture cannot be read.')
    expect((await screen.findByRole('alert')).textContent).toBe('This picture cannot be read.')
    expect(screen.queryByRole('button', { name: 'Send 2.jpg again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss 2.jpg' }))
    FakeRequest.sent[2]?.answer(503, 'The file store does not answer.')
    await userEvent.click(await screen.findByRole('button', { name: 'Send 3.jpg again' }))
    const again = (await requests(4))[3]
    expect(new URL(again?.address ?? '', 'http://localhost').searchParams.get('idempotencyKey')).toBe(
      new URL(FakeRequest.sent[2]?.address ?? '', 'http://localhost').searchParams.get('idempotencyKey'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cancel 3.jpg' }))
    expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
  })

  it('may be pasted, and dropped; too large ones are not sent at all', async () => {
    renderScreen(<FilesSection of={of} />, { 'cases.files.list': () => ({ files: [], removed: [] }) })
    await screen.findByText(/^No files yet/)
    fireEvent.paste(document.body, { clipboardData: { files: [named('pasted.png')] } })
    expect((await requests(1))[0]?.address).toContain('name=pasted.png')
    fireEvent.drop(screen.getByLabelText(/^Add files/), { dataTransfer: { files: [named('large.jpg', 15 * 1024 * 1024 + 1)] } })
    expect((await screen.findByRole('alert')).textContent).toContain('larger than 15 MB')
    expect(FakeRequest.sent).toHaveLength(1)
  })

  it('are opened, gone through by arrow keys, removed with an undo, and put back', async () => {
    const calls: string[] = []
    let state = {
      files: [file(), file({ id: 'b', name: 'fan.jpg' }), file({ id: 'c', name: 'notes.pdf', kind: 'document', thumbnailAddress: null })],
      removed: [] as CaseFile[],
    }
    renderScreen(<FilesSection of={of} />, {
      'cases.files.list': () => state,
      'cases.files.remove': ({ id }) => {
        calls.push(`remove ${id}`)
        state = { files: state.files.filter((each) => each.id !== id), removed: [file({ id, name: 'fan.jpg', removedAt: new Date() })] }
        return { id }
      },
      'cases.files.restore': ({ id }) => {
        calls.push(`restore ${id}`)
        return { id }
      },
    })
    expect((await screen.findByRole('link', { name: 'Download notes.pdf' })).getAttribute('href')).toBe('/api/case-files/a?size=full')
    await userEvent.click(screen.getByRole('button', { name: 'Open board.jpg' }))
    await screen.findByRole('dialog', { name: 'board.jpg' })
    await userEvent.keyboard('{ArrowRight}')
    const dialog = within(await screen.findByRole('dialog', { name: 'fan.jpg' }))
    expect(dialog.getByRole('img', { name: 'fan.jpg' })).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    const toast = await findToast('status', 'File removed. It can be put back for 30 days.')
    await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
    await userEvent.click(await screen.findByText('Removed (1)'))
    await userEvent.click(screen.getByRole('button', { name: 'Put fan.jpg back' }))
    await waitFor(() => expect(calls).toEqual(['remove b', 'restore b', 'restore b']))
  })

  it('are shown to the customer by a switch, but for those that the customer sees anyway', async () => {
    const calls: object[] = []
    let files = [
      file(),
      file({ id: 'b', name: 'own.jpg', visibility: 'customer' }),
      file({ id: 'c', name: 'notes.pdf', kind: 'document', thumbnailAddress: null }),
    ]
    renderScreen(<FilesSection of={of} />, {
      'cases.files.list': () => ({ files, removed: [] }),
      'cases.files.share': (input) => {
        calls.push(input)
        files = [file({ visibility: input.isShared ? 'shared' : 'internal' })]
        return { id: input.id }
      },
    })
    const shown = await screen.findByRole('switch', { name: 'Show to customer: board.jpg', checked: false })
    expect(screen.getAllByRole('switch')).toHaveLength(1)
    await userEvent.click(shown)
    await userEvent.click(await screen.findByRole('switch', { checked: true }))
    await screen.findByRole('switch', { checked: false })
    expect(calls).toEqual([
      { id: 'a', isShared: true },
      { id: 'a', isShared: false },
    ])
  })

  it('say why they could not be loaded', async () => {
    renderScreen(<FilesSection of={of} />, {
      'cases.files.list': () => {
        throw refusal('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.')
      },
    })
    await screen.findByText('Failed to fetch files')
  })
})

describe('the readings of a case', () => {
  const reading = (phase: 'before' | 'after', text: string): CaseReading => ({
    id: phase,
    phase,
    createdAt: new Date(),
    createdBy: null,
    fileId: null,
    reading: readMiner(text),
  })

  it('stand side by side, and say what they mean', async () => {
    renderScreen(<ReadingsSection of={of} phases={{ before: 'Before the repair', after: 'After the repair' }} nominal="95 TH/s" />, {
      'cases.readings.list': () => [reading('after', JSON.stringify(pyasic)), reading('before', antminer)],
    })
    const table = await screen.findByRole('table', { name: 'Readings' })
    const cells = (name: string) =>
      within(within(table).getByRole('rowheader', { name }).closest('tr') ?? table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells('Hashrate')).toEqual(['63 TH/s, 66% of 95 TH/s', '109.8 TH/s, 116% of 95 TH/s'])
    expect(cells('Boards')).toEqual(['2 of 3', '3 of 3'])
    expect(cells('Chips')).toEqual(['151 of 228', '342 of 342'])
    const boards = screen.getByRole('table', { name: 'Boards' })
    expect(within(boards).getByText('Does not answer')).toBeDefined()
    expect(screen.getByText('Proposed grade: excellent.')).toBeDefined()
  })

  it('of a rig leave out the figures that its cards do not have', async () => {
    renderScreen(<ReadingsSection of={of} phases={{ before: 'Before the repair', after: 'After the repair' }} />, {
      'cases.readings.list': () => [reading('before', readingFile('cards/06-miner-programs.json'))],
    })
    const table = await screen.findByRole('table', { name: 'Readings' })
    expect(within(table).queryByText('Not said')).toBeNull()
    expect(within(table).queryByRole('rowheader', { name: 'Boards' })).toBeNull()
    expect(screen.getByRole('table', { name: 'Graphics cards' })).toBeDefined()
  })

  it('say what is wrong with a file, and keep what is there', async () => {
    const texts: string[] = []
    renderScreen(<ReadingsSection of={of} phases={{ before: 'Before', after: 'After' }} />, {
      'cases.readings.list': () => [reading('before', antminer)],
      'cases.readings.add': ({ text }) => {
        texts.push(text)
        throw refusal('BAD_REQUEST', 'This file ends in the middle: a part of it is missing.')
      },
    })
    await screen.findByRole('table', { name: 'Readings' })
    const text = '{"SUMMARY": ['
    // Of a browser's files jsdom has all but their text.
    const cut = Object.assign(new File([text], 'cut.json', { type: 'application/json' }), { text: () => Promise.resolve(text) })
    await userEvent.upload(screen.getByLabelText('Read machine: after'), cut)
    expect((await screen.findByRole('alert')).textContent).toBe('cut.json: This file ends in the middle: a part of it is missing.')
    expect(texts).toEqual(['{"SUMMARY": ['])
    expect(screen.getByRole('table', { name: 'Readings' })).toBeDefined()
  })
})
