interface SendOptions {
  type: string
  /** Called with the number of bytes sent. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** A file that was refused or did not arrive; the message is for people. */
export class UploadError extends Error {
  override name = 'UploadError'

  constructor(
    message: string,
    /** Sending the same file again may succeed. */
    readonly mayTryAgain: boolean,
  ) {
    super(message)
  }
}

const TOO_MANY = 429

function jsonIn(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    return answer
  } catch {
    return undefined
  }
}

function messageIn(text: string): string | undefined {
  const answer = jsonIn(text)
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined
}

/**
 * By XMLHttpRequest, since fetch reports no upload progress. @returns the answer's JSON; undefined if it has none
 * @throws {UploadError} with the server's sentence or one about the connection; an AbortError after a cancel
 */
export function sendFile(address: string, file: File, { type, onProgress, signal }: SendOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('Content-Type', type)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(jsonIn(request.responseText))
      else
        reject(
          new UploadError(
            messageIn(request.responseText) ?? 'The file could not be uploaded.',
            request.status >= 500 || request.status === TOO_MANY,
          ),
        )
    }
    request.onerror = () => reject(new UploadError('The connection broke off. Try again.', true))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
