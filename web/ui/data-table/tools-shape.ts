import type { ReactNode } from 'react'
import type { DensityChoice } from './density.tsx'
import type { ExportProps } from './export-panel.tsx'
import type { Printing } from './print-sheet.tsx'
import type { SearchProps } from './search-box.tsx'
import type { ColumnChoice, Columns, SortProps } from './table-shape.ts'
import type { ViewsProps } from './views-panel.tsx'

/** What stands above the rows, on a phone and else. */
export type ToolsProps<Row> = {
  search: SearchProps | undefined
  filter: ReactNode
  sort: SortProps | undefined
  columns: Columns<Row>
  columnChoice: ColumnChoice | undefined
  views: ViewsProps | undefined
  exporting: ExportProps | undefined
  density: DensityChoice
  printing: Printing
  isPhone: boolean
}
