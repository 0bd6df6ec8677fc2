interface SendOptions {
  /** Told how many bytes have gone. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** The `message` of a JSON answer; undefined where it is none. */
function messageIn(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
      ? answer.message
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends a CSV file as a request's body. By XMLHttpRequest, since fetch does not tell how much has gone.
 * @throws with the server's own sentence, or one about the connection
 */
export function sendFile(address: string, file: File, { onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('Content-Type', 'text/csv')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status === 200) resolve()
      else reject(new Error(messageIn(request.responseText) ?? 'The file could not be uploaded.'))
    }
    request.onerror = () => reject(new Error('The connection broke off. Try again.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
