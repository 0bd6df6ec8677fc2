import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { requirements } from '~/content/trade-in'

/** What we take. */
export function EquipmentRequirements() {
  return (
    <Section
      id="requirements"
      title="Equipment requirements"
      lead="What a machine needs so that we can verify it and credit you without questions."
    >
      <ul className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        {requirements.map((requirement) => (
          <li key={requirement} className="flex gap-3 border-t border-line pt-4">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-success-ink" />
            {requirement}
          </li>
        ))}
      </ul>
    </Section>
  )
}
