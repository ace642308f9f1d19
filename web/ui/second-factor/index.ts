export { ConfirmDialog } from './confirm-dialog.tsx'
export { RecoveryCodes } from './recovery-codes.tsx'
export { SetupDialog, SetupSteps } from './setup-dialog.tsx'
