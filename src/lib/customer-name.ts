export interface NamedPerson {
  fullName?: string | null | undefined
  /** Empty or null for a person known by phone number alone. */
  email?: string | null | undefined
  phone?: string | null | undefined
}

const knownName = ({ fullName, email, phone }: NamedPerson): string | null => fullName || email || phone || null

/** `knownName`, with 'No name' as the last resort (requirements §2). */
export const nameOfCustomer = (person: NamedPerson): string => knownName(person) ?? 'No name'

/** Email address and phone number in one line, without the one that serves as their name. */
export const contactOfCustomer = (person: NamedPerson): string =>
  [person.email, person.phone].filter((part) => part && part !== knownName(person)).join(' · ')
