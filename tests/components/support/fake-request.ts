import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Requests that the screen sends, to be answered by the test. */
export class FakeRequest {
  static readonly sent: FakeRequest[] = []
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  address = ''
  body: unknown
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: unknown) {
    this.body = body
    FakeRequest.sent.push(this)
  }
  abort() {
    this.onabort?.()
  }
  answer(status: number, message = '') {
    this.status = status
    this.responseText = JSON.stringify({ message })
    act(() => this.onload?.())
  }
}

/** A picture to send. */
export const named = (name: string, size = 1000) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' })
/** The requests once there are so many. */
export const requests = async (count: number) => {
  await waitFor(() => expect(FakeRequest.sent).toHaveLength(count))
  return FakeRequest.sent
}
