/** The part of compression that is used, by Node's own types; its published ones are for Express alone. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default function compression(options: {
    /** Shorter bodies are sent as they are (bytes). */
    threshold: number
    filter: (req: IncomingMessage, res: ServerResponse) => boolean
  }): (req: IncomingMessage, res: ServerResponse, next: () => void) => void
}

/** next.config.js makes a component of a long text. */
declare module '*.mdx' {
  import type { ReactElement } from 'react'

  /** Its second-level headings, in their order. */
  export const sections: readonly { id: string; title: string }[]

  /** The text; `components` are those that it names, and what stands for its Markdown elements. */
  export default function Content(props: { components: object }): ReactElement
}

/** The part of negotiator 1 that is used; its published types know nothing of the preference (since 1.0). */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })

    /**
     * Which of the available encodings the client accepts, the best first.
     * @param options what is taken first of those that the client likes equally
     */
    encodings<Encoding extends string>(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): Encoding[]
  }
}

/** Types the used part of heic-decode, which comes without any. */
declare module 'heic-decode' {
  interface HeicPicture {
    width: number
    height: number
    /** Its points, four bytes each (RGBA), turned as the file says. */
    decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const decoder: { all: (input: { buffer: Uint8Array }) => Promise<HeicPicture[]> }
  export default decoder
}

/** Cuts a font down to some characters, in another file format and one weight. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}

/** Files that pdfmake looks up before the disk. */
declare module 'pdfmake/js/virtual-fs.js' {
  const files: { default: { storage: Record<string, Buffer>; writeFileSync: (name: string, bytes: Buffer) => void } }
  export default files
}
