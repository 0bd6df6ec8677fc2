import { CompareScreen, type CompareScreenProps } from './compare-screen'
import { EarningsPanel, type EarningsPanelProps } from './earnings-panel'

export const Estimates = (props: EarningsPanelProps | CompareScreenProps) =>
  'machine' in props ? <EarningsPanel {...props} /> : <CompareScreen {...props} />
