import { Section } from '~/components/ui/section'
import { conditionGuide, packingGuidelines } from '~/content/trade-in'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/cases/trade-in-estimate'

/** How to judge the condition, and how to pack. */
export function Guidelines({ onlineRequests }: { onlineRequests: boolean }) {
  return (
    <Section
      id="guidelines"
      ground="muted"
      title="Guidelines"
      lead="Judge the machine as we would, and pack it as you would want it packed for you."
    >
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-2">
        <div>
          <h3 className="text-xl font-semibold tracking-tight">Which condition is it in?</h3>
          <dl className="mt-5">
            {conditionGrades.map((grade) => (
              <div key={grade} className="border-t border-line-strong/40 py-4">
                <dt className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                  {conditionLabels[grade]}
                  <span className="font-normal text-ink-subtle">{conditionNotes[grade]}</span>
                </dt>
                <dd className="mt-1 text-ink-muted">{conditionGuide[grade]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className="text-xl font-semibold tracking-tight">How to pack and send it</h3>
          <ol className="mt-5">
            {packingGuidelines(onlineRequests).map(({ title, text }, index) => (
              <li key={title} className="flex gap-4 border-t border-line-strong/40 py-4">
                <span aria-hidden="true" className="font-semibold text-accent-ink tabular-nums">
                  {index + 1}
                </span>
                <div>
                  <h4 className="font-semibold">{title}</h4>
                  <p className="mt-1 text-ink-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Section>
  )
}
