/** What a station shows now and then, in one file of its own: web/checkin/station/use-seldom.ts brings it. */
export { PrinterDialog } from '../labels/printing/printer-dialog.tsx'
export { MissingData } from './arriving/missing-data.tsx'
export { WalkInScene } from './arriving/walk-in-scene.tsx'
export { IncidentsDialog } from './incidents-dialog.tsx'
export { OverrideDialog } from './leaving/override-dialog.tsx'
export { OwnConfirm } from './self-service/own-confirm.tsx'
export { ReadinessDialog } from './readiness-dialog.tsx'
export { RefusedDialog } from './refused-dialog.tsx'
