import { useTexts } from '../../lib/languages/index.ts'
import { IconButton } from '../controls/button.tsx'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '../icons.ts'
import { closeToast, useToasts, type Toast } from './toast-list.ts'
import classes from './toasts.module.css'

const signs = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertCircle } as const

function Shown({ toast, close }: { toast: Toast; close: string }) {
  const Sign = signs[toast.tone]
  return (
    <div className={`${classes['toast']} ${classes[toast.tone]}`} role={toast.tone === 'bad' ? 'alert' : undefined}>
      <Sign size={20} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <div className="strong">{toast.title}</div>
        {toast.text && <div className="small muted">{toast.text}</div>}
      </div>
      <IconButton small label={close} icon={IconX} onClick={() => closeToast(toast.id)} />
    </div>
  )
}

/** Where answers appear. The region is always there, so that screen readers hear what comes into it. */
export function Toasts() {
  const toasts = useToasts()
  const t = useTexts()
  return (
    <section className={classes['region']} aria-label={t('ui.toast.region')}>
      <div className={classes['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <Shown key={toast.id} toast={toast} close={t('ui.toast.close')} />
        ))}
      </div>
    </section>
  )
}
