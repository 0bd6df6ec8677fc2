import type { CookieJar } from '~/server/identity/auth/cookie-jar'

/** The cookies of one browser, for callers that make no requests. */
export function browserCookies(): CookieJar {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name),
    set: (name, value, seconds) => {
      if (seconds > 0) kept.set(name, value)
      else kept.delete(name)
    },
  }
}
