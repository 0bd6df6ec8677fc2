import type { StalePage } from '~/contracts/office/dashboard'
import type { PublicPage } from '~/lib/paths'

export class PageState {
  readonly #failing = new Map<PublicPage, { since: Date; tries: number }>()

  constructor(private readonly now: () => Date) {}

  made(page: PublicPage): void {
    this.#failing.delete(page)
  }

  failed(page: PublicPage): number {
    const { since, tries } = this.#failing.get(page) ?? { since: this.now(), tries: 0 }
    this.#failing.set(page, { since, tries: tries + 1 })
    return tries + 1
  }

  isStale(page: PublicPage): boolean {
    return this.#failing.has(page)
  }

  get stale(): StalePage[] {
    return [...this.#failing].map(([path, failure]) => ({ path, ...failure }))
  }
}
