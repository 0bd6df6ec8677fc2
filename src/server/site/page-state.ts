import type { StalePage } from '~/contracts/office/dashboard'
import type { PublicPage } from '~/lib/paths'

/** Which public pages this process could not make at the last try: what visitors see of them is out of date. */
export class PageState {
  readonly #failing = new Map<PublicPage, { since: Date; tries: number }>()

  constructor(private readonly now: () => Date) {}

  made(page: PublicPage): void {
    this.#failing.delete(page)
  }

  /** @returns how many tries in a row have failed */
  failed(page: PublicPage): number {
    const { since, tries } = this.#failing.get(page) ?? { since: this.now(), tries: 0 }
    this.#failing.set(page, { since, tries: tries + 1 })
    return tries + 1
  }

  isStale(page: PublicPage): boolean {
    return this.#failing.has(page)
  }

  /** The one that has failed for longest first. */
  get stale(): StalePage[] {
    return [...this.#failing].map(([path, failure]) => ({ path, ...failure }))
  }
}
