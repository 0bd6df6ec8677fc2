import type { NextApiRequest, NextApiResponse } from 'next'

/** Why a file is not taken, with the HTTP status of that. */
export class UploadRefusal extends Error {
  override name = 'UploadRefusal'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** The chunks of a body, and no more than so many bytes. @throws what `tooLarge` makes */
export async function* limitedBody(req: NextApiRequest, most: number, tooLarge: () => Error): AsyncGenerator<Buffer, void> {
  let size = 0
  // Left before its end the request must stay open: its answer goes the same way.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > most) throw tooLarge()
    yield bytes
  }
}

/** The answer to an upload; a browser that is still sending reads it only once its body has been taken. */
export function answerUpload(req: NextApiRequest, res: NextApiResponse, status: number, body: object): void {
  if (res.destroyed) return
  if (!req.readableEnded) {
    res.setHeader('Connection', 'close')
    req.resume()
  }
  res.status(status).json(body)
}
