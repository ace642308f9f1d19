export { ConfirmDialog } from './confirm-dialog.tsx'
export { FactorFailure } from './factor-failure.tsx'
export { RecoveryCodes } from './recovery-codes.tsx'
export { SetupDialog, SetupSteps, type Setup } from './setup-dialog.tsx'
