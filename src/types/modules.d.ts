/** The used part of compression, by Node's types; its published types are for Express alone. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default function compression(options: {
    /** Bytes; shorter bodies are not compressed. */
    threshold: number
    filter: (req: IncomingMessage, res: ServerResponse) => boolean
  }): (req: IncomingMessage, res: ServerResponse, next: () => void) => void
}

declare module '*.mdx' {
  import type { ReactElement } from 'react'

  /** Second-level headings, in order. */
  export const sections: readonly { id: string; title: string }[]

  /** @param props.components stand for the Markdown elements and the components that the text names */
  export default function Content(props: { components: object }): ReactElement
}

/** The used part of negotiator 1; its published types lack `preferred` (since 1.0). */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })

    /** Accepted encodings, best first. @param options.preferred decides between encodings that the client likes equally */
    encodings<Encoding extends string>(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): Encoding[]
  }
}

/** The used part of heic-decode, which has no types. */
declare module 'heic-decode' {
  interface HeicPicture {
    width: number
    height: number
    /** RGBA pixels, rotated as the file says. */
    decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const decoder: { all: (input: { buffer: Uint8Array }) => Promise<HeicPicture[]> }
  export default decoder
}

/** Reduces a font to some characters, one weight and another file format. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}

/** pdfmake looks files up here before the disk. */
declare module 'pdfmake/js/virtual-fs.js' {
  const files: { default: { storage: Record<string, Buffer>; writeFileSync: (name: string, bytes: Buffer) => void } }
  export default files
}
