import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Choices } from '../filters/index.ts'
import { IconAdjustmentsHorizontal, IconPrinter } from '../icons.ts'
import { ExportPanel } from './export-panel.tsx'
import panels from './panels.module.css'
import type { ToolsProps } from './tools-shape.ts'
import classes from './tools.module.css'
import { ViewsPanel } from './views-panel.tsx'

type SheetProps = Pick<ToolsProps<never>, 'sort' | 'views' | 'exporting' | 'printing'>

/** On a phone: how the list is sorted, its saved views, and the ways to take it away, in one sheet. */
export function MoreSheet({ sort, views, exporting, printing }: SheetProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (!sort && !views && !exporting) return null
  const close = () => setOpen(false)
  const open = () => {
    views?.onOpen()
    setOpen(true)
  }
  const printNow = () => {
    close()
    printing.start()
  }
  return (
    <>
      <IconButton
        label={t('ui.table.list')}
        icon={IconAdjustmentsHorizontal}
        className={classes['edged']}
        aria-haspopup="dialog"
        aria-busy={isBusy || printing.isBusy || undefined}
        onClick={open}
      />
      <Dialog open={isOpen} onClose={close} title={t('ui.table.list')}>
        <div className={panels['sheet']}>
          {sort && (
            <div className={panels['sorts']}>
              <Choices
                shape="list"
                legend={t('ui.table.sort')}
                choices={sort.choices}
                value={sort.value}
                onChange={sort.onChange}
              />
            </div>
          )}
          {views && (
            <section className={panels['part']}>
              <h3>{t('ui.views.title')}</h3>
              <ViewsPanel views={views} onDone={close} />
            </section>
          )}
          {exporting && (
            <section className={panels['part']}>
              <h3>{t('ui.export.title')}</h3>
              <ExportPanel exporting={exporting} onBusy={setBusy} onDone={close} />
              <Button icon={IconPrinter} onClick={printNow}>
                {t('ui.print.title')}
              </Button>
            </section>
          )}
        </div>
      </Dialog>
    </>
  )
}
