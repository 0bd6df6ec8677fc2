import { useEffect } from 'react'
import type { ZodForm } from '~/components/form/form'
import type { checkoutDetails } from '~/contracts/stock/checkout'
import type * as z from 'zod'

interface OwnDetailsProps {
  form: ZodForm<z.input<typeof checkoutDetails>, z.output<typeof checkoutDetails>>
}

/** Fills in the name and phone number of the signed-in customer's profile, unless something has been typed there. */
export function OwnDetails({ form: { getValues, setValue } }: OwnDetailsProps) {
  useEffect(() => {
    import('~/trpc/vanilla-client')
      .then(({ vanillaClient }) => vanillaClient.account.profile.query())
      .then(
        ({ fullName, phone }) => {
          if (!getValues('fullName')) setValue('fullName', fullName ?? '')
          if (!getValues('phone')) setValue('phone', phone ?? '')
        },
        (error: unknown) => console.error('The profile could not be read', error),
      )
  }, [getValues, setValue])
  return null
}
