export { useStations } from './use-stations.ts'
export { StationDialog } from './station-dialog.tsx'
export { StationsDialog } from './stations-dialog.tsx'
