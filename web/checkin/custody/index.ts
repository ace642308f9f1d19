// One file of the page holds what whoever leads the check-in looks after: each more weighs on the sign-in page.
export { GuardiansPage } from '../guardians-panel/guardians-page.tsx'
export { CustodyPage } from './custody-page.tsx'
