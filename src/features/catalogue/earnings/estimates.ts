/** What shows estimates, in one file that pages load after themselves: each further one would be named in the first load of every page. */
export { CompareScreen } from './compare-screen'
export { EarningsPanel } from './earnings-panel'
