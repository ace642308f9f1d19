import type { ConsoleEntry } from '#contract/operator/settings.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import { useDetails, actNames } from './words.ts'

/** A line of the log, whole. */
export function EntryDialog({ entry, onClose }: { entry: ConsoleEntry; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { told, changes } = useDetails(entry)
  const close = <Button onClick={onClose}>{t('ui.dialog.close')}</Button>
  return (
    <Dialog open onClose={onClose} title={t(actNames[entry.act])} actions={close}>
      <Facts>
        <Fact label={t('operator.log.when')}>{format.dateTime(entry.at)}</Fact>
        <Fact label={t('operator.shell.operator')}>{entry.operatorName}</Fact>
        {entry.churchName && <Fact label={t('operator.churches.church')}>{entry.churchName}</Fact>}
        {told.map(({ name, value }) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        {changes.map(({ name, before, after }) => (
          <Fact key={name} label={name}>
            {t('operator.log.from', { before, after })}
          </Fact>
        ))}
        {entry.device && <Fact label={t('operator.log.device')}>{entry.device}</Fact>}
        {entry.ip && (
          <Fact label={t('operator.log.ip')}>
            <bdi dir="ltr">{entry.ip}</bdi>
          </Fact>
        )}
      </Facts>
    </Dialog>
  )
}
