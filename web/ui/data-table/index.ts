export { DataTable, type DataTableProps } from './data-table.tsx'
export { columnsOf, selectedIds, type ListSource, type Selection } from './table-shape.ts'
