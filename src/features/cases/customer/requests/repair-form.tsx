import * as z from 'zod'
import { Checkbox } from '~/components/ui/checkbox'
import { commonIssues } from '~/content/repair'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { formatWholeEuro } from '~/lib/money'
import { vanillaClient } from '~/trpc/vanilla-client'
import { customerInput, customerValues, emptyCustomer } from './customer-part'
import { Outcome } from './outcome'
import { ChoiceField, LineField, ParagraphField, Part } from './request-fields'
import { RequestFrame } from './request-frame'
import { useRequestForm } from './use-request-form'

const values = z.object({
  service: z.enum(['', ...repairServiceIds]).catch(''),
  manufacturer: z.string().catch(''),
  model: z.string().catch(''),
  serialNumber: z.string().catch(''),
  issues: z.array(z.string()).catch([]),
  problemDescription: z.string().catch(''),
  isExpedited: z.boolean().catch(false),
  accessories: z.string().catch(''),
  ...customerValues,
})
type Values = z.output<typeof values>

/** The service that a link has chosen; anything else is none. */
const serviceOfAddress = (): Values['service'] => {
  const asked = new URLSearchParams(window.location.search).get('service')
  return repairServiceIds.find((id) => id === asked) ?? ''
}

const serviceLabel = (id: (typeof repairServiceIds)[number]) => {
  const { label, fromPrice } = repairServices[id]
  return fromPrice === null ? label : `${label}, from ${formatWholeEuro(fromPrice)}`
}

export function RepairForm({ signedInAs }: { signedInAs: string | null }) {
  const form = useRequestForm({
    noun: 'repairs',
    values,
    empty: {
      service: '',
      manufacturer: '',
      model: '',
      serialNumber: '',
      issues: [],
      problemDescription: '',
      isExpedited: false,
      accessories: '',
      ...emptyCustomer,
    },
    withChoice: (was) => ({ ...was, service: serviceOfAddress() || was.service }),
    loadInput: () => import('~/contracts/cases/requests').then((module) => module.requestRepairInput),
    toInput: ({ manufacturer, model, serialNumber, fullName, email, phone, returnAddress, website, ...asked }) => ({
      ...asked,
      deviceInfo: { manufacturer, model, serialNumber },
      ...customerInput({ fullName, email, phone, returnAddress, website }, signedInAs),
    }),
    send: (input) => vanillaClient.repairs.request.mutate(input),
  })
  if (form.outcome) return <Outcome outcome={form.outcome} draft={form.draft} />
  const { faults, change, values: typed } = form
  const line = (name: 'manufacturer' | 'model' | 'serialNumber', label: string, required: boolean) => (
    <LineField
      label={label}
      required={required}
      fault={faults[`deviceInfo.${name}`]}
      maxLength={name === 'serialNumber' ? 100 : 200}
      value={typed[name]}
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <RequestFrame form={form} signedInAs={signedInAs} submitLabel="Request repair">
      <Part title="Device">
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceField
            label="Service"
            fault={faults.service}
            value={typed.service}
            onChange={(id) => change({ service: repairServiceIds.find((each) => each === id) ?? '' })}
          >
            <option value="">Not sure</option>
            {repairServiceIds.map((id) => (
              <option key={id} value={id}>
                {serviceLabel(id)}
              </option>
            ))}
          </ChoiceField>
          {line('manufacturer', 'Manufacturer', true)}
          {line('model', 'Model', true)}
          {line('serialNumber', 'Serial number', false)}
        </div>
      </Part>
      <Part title="What it does wrong">
        <div role="group" aria-label="Common issues" className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {commonIssues.map(({ sign }) => (
            <label key={sign} className="flex min-h-9 items-center gap-3">
              <Checkbox
                checked={typed.issues.includes(sign)}
                onChange={(event) =>
                  change({ issues: event.target.checked ? [...typed.issues, sign] : typed.issues.filter((each) => each !== sign) })
                }
              />
              {sign}
            </label>
          ))}
        </div>
        <ParagraphField
          label="Problem description"
          fault={faults.problemDescription}
          hint="Tell us since when, what you have tried, and which lights and messages you see."
          rows={5}
          value={typed.problemDescription}
          onChange={(problemDescription) => change({ problemDescription })}
        />
        <LineField
          label="What is included"
          fault={faults.accessories}
          maxLength={1000}
          value={typed.accessories}
          onChange={(accessories) => change({ accessories })}
        />
        <label className="flex items-start gap-3">
          <Checkbox className="mt-1" checked={typed.isExpedited} onChange={(event) => change({ isExpedited: event.target.checked })} />
          <span>
            <span className="font-medium">Expedited</span>
            <span className="block text-sm text-ink-subtle">We take it first. The estimate says what that costs.</span>
          </span>
        </label>
      </Part>
    </RequestFrame>
  )
}
