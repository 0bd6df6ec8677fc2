import { TOTP } from 'otpauth'
import type { TestShop } from './shop'

/** A clock that stands until it is moved. */
export function standingClock(start: string) {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    /** Moves on by so many seconds. */
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

type Clock = ReturnType<typeof standingClock>

/** An authenticator app that has read the picture: knows nothing but the address in it. */
export function authenticator(uri: string, clock: Clock) {
  const [, query = ''] = uri.split('?')
  const secret = new URLSearchParams(query).get('secret') ?? ''
  const totp = new TOTP({ secret })
  return {
    secret,
    /** The code that an app shows whose clock is so many seconds ahead. */
    code: (ahead = 0) => totp.generate({ timestamp: clock.now().getTime() + ahead * 1000 }),
    /** A code that is wrong now and around now. */
    wrongCode: () => {
      const near = [-60, -30, 0, 30, 60].map((ahead) => totp.generate({ timestamp: clock.now().getTime() + ahead * 1000 }))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    },
  }
}

export type Person = Awaited<ReturnType<TestShop['signIn']>>

/** Gives a person's account an authenticator app that counts; their session is at aal2 from then on. */
export async function addAuthenticator({ caller }: Pick<Person, 'caller'>, clock: Clock, friendlyName = 'My app') {
  const { id, totp } = await caller.auth.mfa.enroll({ friendlyName, factorType: 'totp' })
  const app = authenticator(totp?.uri ?? '', clock)
  const challenge = await caller.auth.mfa.challenge({ factorId: id })
  const { session } = await caller.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: app.code() })
  // The next code, since each counts once.
  clock.pass(30)
  return { id, app, session }
}

/** The words of a refused call for programs. */
export const refusal = (code: string, errorCode: string) => ({ code, cause: { errorCode } })
