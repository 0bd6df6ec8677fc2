import { Checkbox } from '~/components/ui/checkbox'
import { commonIssues } from '~/content/repair'
import type { RequestRepair } from '~/contracts/cases/requests'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { formatWholeEuro } from '~/lib/money'
import { customerInput, emptyCustomer, type CustomerValues } from './customer-part'
import { ChoiceField, LineField, ParagraphField, Part } from './request-fields'
import { Outcome, RequestFrame } from './request-frame'
import type { StoredRequest } from './stored-request'
import { useRequestForm } from './use-request-form'

type RepairService = (typeof repairServiceIds)[number]

export interface RepairValues extends CustomerValues {
  service: RepairService | ''
  manufacturer: string
  model: string
  serialNumber: string
  issues: string[]
  problemDescription: string
  isExpedited: boolean
  accessories: string
}

/** The service that a link has chosen; anything else is none. */
const serviceOfAddress = (): RepairValues['service'] => {
  const asked = new URLSearchParams(window.location.search).get('service')
  return repairServiceIds.find((id) => id === asked) ?? ''
}

const serviceLabel = (id: RepairService) => {
  const { label, fromPrice } = repairServices[id]
  return fromPrice === null ? label : `${label}, from ${formatWholeEuro(fromPrice)}`
}

export interface RepairFormProps {
  /** The signed-in user's address. */
  signedInAs: string | null
}

/** Asks for a repair. @param stored the form as it was left */
export function RepairFields({ signedInAs, stored }: RepairFormProps & { stored: StoredRequest<RepairValues> | null }) {
  const form = useRequestForm<RepairValues, RequestRepair>({
    noun: 'repairs',
    stored,
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
    loadSending: async () => {
      const [{ repairSending }] = await Promise.all([import('./send-request'), Outcome.prepare()])
      return repairSending
    },
    toInput: ({ manufacturer, model, serialNumber, fullName, email, phone, returnAddress, website, ...asked }) => ({
      ...asked,
      deviceInfo: { manufacturer, model, serialNumber },
      ...customerInput({ fullName, email, phone, returnAddress, website }, signedInAs),
    }),
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
