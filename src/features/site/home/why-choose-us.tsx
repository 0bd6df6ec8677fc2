import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { reasons } from '~/content/home'

/** Four reasons, beside the company's description of itself. */
export function WhyChooseUs({ companyDescription }: { companyDescription: string }) {
  return (
    <section id="why-choose-us" aria-labelledby="why-choose-us-title" className="py-16 sm:py-24">
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="why-choose-us-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            Why Choose us
          </h2>
          <p className="mt-4 text-lg text-ink-muted">{companyDescription}</p>
        </div>
        <ul className="grid gap-5 sm:grid-cols-2">
          {reasons.map(({ icon, title, text }) => (
            <li key={title} className="flex">
              <Card className="w-full">
                <span className="grid size-11 place-items-center rounded-lg border border-accent-line bg-accent-soft text-accent-ink">
                  <Icon name={icon} className="size-5.5" />
                </span>
                <h3 className="mt-5 text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
