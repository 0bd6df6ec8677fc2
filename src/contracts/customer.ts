/** Whose order, repair or trade-in a row is: from the profile of its `user_id`; null where nothing is known. */
export interface Customer {
  email: string | null
  fullName: string | null
}
