import type { Prisma, UserRole } from '~/generated/prisma/client'
import { givenNames, surnames } from './names'
import { maybe, recentTime, type Source } from './source'

interface UserRow extends Prisma.UserCreateManyInput {
  id: string
  passwordHash: string | null
  emailVerifiedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

interface ProfileRow extends Prisma.ProfileCreateManyInput {
  id: string
  fullName: string | null
  phone: string | null
  role: UserRole
  createdAt: Date
  updatedAt: Date
}

export interface Person {
  user: UserRow
  profile: ProfileRow
}

export interface PersonFields extends Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'emailVerifiedAt' | 'createdAt'> {
  fullName: string | null
  phone: string | null
  role: UserRole
}

const NAME_GIVEN = 0.88
const PHONE_GIVEN = 0.7

/** 'Niamh Shaw', '10007' → 'niamh.shaw10007@example.com' */
const addressOf = (name: string, number: string) => `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${number}@example.com`

/** Customers with a verified, unique, lower-case address and no password. Phone numbers are from Ofcom's range for fiction. */
export function personFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<PersonFields> = {}): Person => {
    const id = faker.string.uuid()
    const profileId = faker.string.uuid()
    const name = `${faker.helpers.arrayElement(givenNames)} ${faker.helpers.arrayElement(surnames)}`
    const fullName = maybe(source, NAME_GIVEN, name)
    const phone = maybe(source, PHONE_GIVEN, `+44 7700 900${faker.string.numeric(3)}`)
    const number = source.nextNumber()
    const joined = recentTime(source)

    const createdAt = overrides.createdAt ?? joined
    const fields = {
      id,
      fullName,
      phone,
      role: 'customer' as const,
      passwordHash: null,
      emailVerifiedAt: createdAt,
      createdAt,
      ...overrides,
    }
    const email = (overrides.email ?? addressOf(overrides.fullName ?? name, number)).toLowerCase()
    return {
      user: {
        id: fields.id,
        email,
        passwordHash: fields.passwordHash,
        emailVerifiedAt: fields.emailVerifiedAt,
        createdAt,
        updatedAt: createdAt,
      },
      profile: {
        id: profileId,
        userId: fields.id,
        email,
        fullName: fields.fullName,
        phone: fields.phone,
        role: fields.role,
        createdAt,
        updatedAt: createdAt,
      },
    }
  }
}
