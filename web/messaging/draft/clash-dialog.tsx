import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './clash-dialog.module.css'

type ClashDialogProps = {
  theirs: { state: string; changedBy: string; changedAt: string; message: string }
  mine: string
  onKeepMine: () => void
  onUseTheirs: () => void
  /** Nothing is chosen yet: the next change asks again. */
  onClose: () => void
}

/** Two wrote the same message: both are in sight, and one is chosen. */
export function ClashDialog({ theirs, mine, onKeepMine, onUseTheirs, onClose }: ClashDialogProps) {
  const t = useTexts()
  const { lately } = useFormat()
  const isOpen = theirs.state === 'draft' || theirs.state === 'failed'
  const texts = [
    {
      name: t('messaging.draft.theirs', { name: theirs.changedBy, time: lately(theirs.changedAt) }),
      text: theirs.message,
    },
    { name: t('messaging.draft.mine'), text: mine },
  ]
  const actions = (
    <>
      {isOpen && <Button onClick={onUseTheirs}>{t('messaging.draft.useTheirs')}</Button>}
      <Button kind="primary" onClick={onKeepMine}>
        {t(isOpen ? 'messaging.draft.keepMine' : 'messaging.draft.keepApart')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.draft.clashTitle')} actions={actions}>
      <p className="muted">{t(isOpen ? 'messaging.draft.clashText' : 'messaging.draft.clashGone')}</p>
      <dl className={classes['both']}>
        {texts.map(({ name, text }) => (
          <div key={name}>
            <dt className="small muted">{name}</dt>
            <dd dir="auto">{text === '' ? '–' : text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
