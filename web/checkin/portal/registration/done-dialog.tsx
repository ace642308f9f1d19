import { spacedCode } from '#contract/checkin/codes.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Art } from '../../../ui/states/art.tsx'
import classes from './registration.module.css'

/** The code, as soon as there is one. However it is left, the pass comes next. */
export function DoneDialog({ code, onDone }: { code: string | undefined; onDone: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open={code !== undefined}
      onClose={onDone}
      title={t('portal.register.doneTitle')}
      art={<Art picture="done" />}
      actions={
        <Button kind="primary" size="lg" block onClick={onDone}>
          {t('portal.register.done')}
        </Button>
      }
    >
      <div className={classes['done']}>
        <p className={classes['fine']}>{t('portal.register.code')}</p>
        <bdi dir="ltr" className={classes['code']}>
          {spacedCode(code ?? '')}
        </bdi>
        <p className="muted">{t('portal.register.keep')}</p>
      </div>
    </Dialog>
  )
}
