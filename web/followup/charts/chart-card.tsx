import { useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { IconFileTypeCsv, IconPhoto, IconTable } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { csvOf, fileNameOf, type Datum, type Heading, type Sheet } from './chart-data.ts'
import classes from './charts.module.css'
import type { Drawing } from './draw-picture.ts'

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const SheetTable = ({ title, sheet: { headings, rows } }: { title: string; sheet: Sheet }) => (
  <table className={`num ${classes['sheet']}`}>
    <caption className="vh">{title}</caption>
    <thead>
      <tr>
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name = '', ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells.map((text, place) => (
            <td key={headings[place + 1]}>{text}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type ChartCardProps = {
  heading: Heading
  /** One line below the title. */
  note?: string
  kind: Drawing['kind']
  data?: readonly Datum[]
  sheet: Sheet
  children: ReactNode
}

/** A chart with what can be done with it: shown as a table, taken away as a file or as a picture. */
export function ChartCard({ heading, note, kind, data = [], sheet, children }: ChartCardProps) {
  const t = useTexts()
  const body = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  const { title } = heading
  const takePicture = async () => {
    const { drawPicture } = await import('./draw-picture.ts')
    if (body.current) save(await drawPicture(body.current, heading, { kind, data, sheet }), fileNameOf(heading, 'png'))
  }
  const takeFile = () => save(new Blob([csvOf(heading, sheet)], { type: 'text/csv' }), fileNameOf(heading, 'csv'))
  const menu = (
    <div className={classes['more']}>
      <MoreMenu label={t('followup.analytics.chartMore', { title })}>
        <MenuItem icon={IconTable} onPick={() => setTable(!isTable)}>
          {t(isTable ? 'followup.analytics.chartAsChart' : 'followup.analytics.chartAsTable')}
        </MenuItem>
        <MenuItem icon={IconFileTypeCsv} onPick={takeFile}>
          {t('followup.analytics.chartFile')}
        </MenuItem>
        <MenuItem icon={IconPhoto} onPick={() => void takePicture()}>
          {t('followup.analytics.chartPicture')}
        </MenuItem>
      </MoreMenu>
    </div>
  )
  return (
    <Card title={title} aside={menu} className={classes['card']}>
      <div ref={body}>
        {note && <p className={`small muted ${classes['note']}`}>{note}</p>}
        {isTable ? <SheetTable title={title} sheet={sheet} /> : children}
      </div>
    </Card>
  )
}
