import { PrintNote } from '~/components/form/print-note'
import { onDemand } from '~/components/ui/on-demand'
import { LineField, ParagraphField, Part } from './request-fields'
import type { Faults } from './use-request-form'

/** Most people type no address: its check loads with the first letter. */
const AddressNote = onDemand(() => import('~/components/form/address-note').then((module) => module.AddressNote))

/** The name and the address of the customer, and a field that no person sees. */
export const emptyCustomer = { fullName: '', email: '', phone: '', returnAddress: '', website: '' }
export type CustomerValues = typeof emptyCustomer

/** As the input has it: nothing for a signed-in customer. */
export const customerInput = ({ fullName, email, phone, returnAddress, website }: CustomerValues, signedInAs: string | null) => ({
  ...(signedInAs === null ? { customer: { fullName, email, phone } } : {}),
  returnAddress,
  website,
})

const fields = [
  { name: 'fullName', label: 'Name', type: 'text', autoComplete: 'name', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', required: false },
] as const

interface CustomerPartProps {
  values: CustomerValues
  faults: Faults
  onChange: (changed: Partial<CustomerValues>) => void
  signedInAs: string | null
}

/** Name, address and phone number of somebody without an account; who it is, of somebody signed in. */
export function CustomerPart({ values, faults, onChange, signedInAs }: CustomerPartProps) {
  const address = (
    <>
      <ParagraphField
        label="Return address"
        hint="Where we would send it back to: name, street, town, postcode and country."
        rows={4}
        autoComplete="street-address"
        fault={faults.returnAddress}
        value={values.returnAddress}
        onChange={(returnAddress) => onChange({ returnAddress })}
      />
      {values.returnAddress !== '' && <AddressNote text={values.returnAddress} />}
    </>
  )
  if (signedInAs !== null) {
    return (
      <Part title="You">
        <p>
          Signed in as <span className="font-medium wrap-anywhere">{signedInAs}</span>. You get the number at once.
        </p>
        {address}
      </Part>
    )
  }
  return (
    <Part title="You" lead="You need no account. We email you a link: press it to confirm, and we have your request.">
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, type, autoComplete, required }) => (
          <LineField
            key={name}
            label={label}
            type={type}
            autoComplete={autoComplete}
            required={required}
            fault={faults[`customer.${name}`] ?? (name === 'fullName' ? faults.customer : undefined)}
            value={values[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <PrintNote text={values.fullName} />
      {address}
      {/* A honeypot: people neither see it nor reach it by keyboard, and screen readers skip it. */}
      <div aria-hidden="true" className="absolute -left-[9999px] h-0 overflow-hidden">
        <label>
          Website
          <input
            type="text"
            tabIndex={-1}
            autoComplete="off"
            value={values.website}
            onChange={(event) => onChange({ website: event.target.value })}
          />
        </label>
      </div>
    </Part>
  )
}
