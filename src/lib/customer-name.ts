export interface NamedPerson {
  fullName?: string | null | undefined
  /** Empty or null for somebody who is known by a phone number alone. */
  email?: string | null | undefined
  phone?: string | null | undefined
}

/** The name of a customer; without one their phone number or address, so that nobody is nameless. @returns null where nothing is known */
const knownName = ({ fullName, email, phone }: NamedPerson): string | null => fullName || email || phone || null

/** The same, with the words for nobody (requirements §2). */
export const nameOfCustomer = (person: NamedPerson): string => knownName(person) ?? 'No name'

/** How else they are known, in one line: address and phone number, but for the one that is their name. */
export const contactOfCustomer = (person: NamedPerson): string =>
  [person.email, person.phone].filter((part) => part && part !== knownName(person)).join(' · ')
