export { exportList, type ExportedList } from './export-list.ts'
export type { ExportColumn } from './columns.ts'
export { cursorPages } from './cursor-store.ts'
export { localTime } from './local-time.ts'
