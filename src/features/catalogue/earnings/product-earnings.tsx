import { Container } from '~/components/ui/container'
import { onDemand } from '~/components/ui/on-demand'
import type { EarningsPanelProps } from './earnings-panel'

const Meanwhile = () => <p className="hidden no-script:block">The estimate needs JavaScript, which is switched off in your browser.</p>

/** Loaded after the page. */
const Estimates = onDemand(() => import('./estimates').then((module) => module.Estimates), Meanwhile)

/** Reserves the height of the loaded part. */
export const ProductEarnings = (props: EarningsPanelProps) => (
  <section aria-labelledby="earnings-of-product" className="py-12">
    <Container>
      <h2 id="earnings-of-product" className="mb-6 text-2xl font-semibold tracking-tight">
        What it earns at my price
      </h2>
      <div className="min-h-160 lg:min-h-108">
        <Estimates {...props} />
      </div>
    </Container>
  </section>
)
