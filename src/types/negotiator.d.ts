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
