import { CompareScreen, type CompareScreenProps } from './compare-screen'
import { EarningsPanel, type EarningsPanelProps } from './earnings-panel'

/**
 * The earnings of a machine, or of several beside each other: one file that pages load after themselves, because each further one would be named in
 * the first load of every page.
 */
export const Estimates = (props: EarningsPanelProps | CompareScreenProps) =>
  'machine' in props ? <EarningsPanel {...props} /> : <CompareScreen {...props} />
