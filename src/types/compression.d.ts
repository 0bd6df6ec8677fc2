/** The part of compression that is used, by Node's own types; its published ones are for Express alone. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default function compression(options: {
    /** Shorter bodies are sent as they are (bytes). */
    threshold: number
    filter: (req: IncomingMessage, res: ServerResponse) => boolean
  }): (req: IncomingMessage, res: ServerResponse, next: () => void) => void
}
