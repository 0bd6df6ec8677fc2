import type { NextApiRequest, NextApiResponse } from 'next'

export class UploadRefusal extends Error {
  override name = 'UploadRefusal'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** @throws the error that `tooLarge` makes */
export async function* limitedBody(req: NextApiRequest, most: number, tooLarge: () => Error): AsyncGenerator<Buffer, void> {
  let size = 0
  // The request must stay open after an early exit: its answer takes the same connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > most) throw tooLarge()
    yield bytes
  }
}

/** Takes the rest of the body, since a browser reads the answer only afterwards. */
export function answerUpload(req: NextApiRequest, res: NextApiResponse, status: number, body: object): void {
  if (res.destroyed) return
  if (!req.readableEnded) {
    res.setHeader('Connection', 'close')
    req.resume()
  }
  res.status(status).json(body)
}
