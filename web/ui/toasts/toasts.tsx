import { useEffect, useRef } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '../icons.ts'
import { closeToast, holdToast, releaseToast, useToasts, type Toast, type ToastAction } from './toast-list.ts'
import classes from './toasts.module.css'

const signs = { ok: IconCircleCheck, info: IconAlertCircle, warn: IconAlertTriangle, bad: IconAlertCircle } as const

/** Brings the keyboard to the newest toast that asks for something: it stands at the end of the page. */
const REACH = 'F8'

function Action({ id, action: { label, onPick } }: { id: number; action: ToastAction }) {
  const t = useTexts()
  const pick = () => {
    closeToast(id)
    onPick()
  }
  return (
    <Button size="sm" data-toast-action="" aria-keyshortcuts={REACH} onClick={pick}>
      {label}
      <span className="vh">{t('ui.toast.reach', { key: REACH })}</span>
    </Button>
  )
}

function Shown({ toast, close }: { toast: Toast; close: string }) {
  const { id, tone, title, text, action } = toast
  const Sign = signs[tone]
  const hold = () => holdToast(id)
  const release = () => releaseToast(id)
  return (
    <div
      className={`${classes['toast']} ${classes[tone]}`}
      role={tone === 'bad' ? 'alert' : 'presentation'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Sign size={20} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <div className="strong">{title}</div>
        {text && <div className="small muted">{text}</div>}
      </div>
      {action && <Action id={id} action={action} />}
      <IconButton small label={close} icon={IconX} onClick={() => closeToast(id)} />
    </div>
  )
}

/** Where answers appear. The region is always there, so that screen readers hear what comes into it. */
export function Toasts() {
  const toasts = useToasts()
  const t = useTexts()
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const newest = [...(region.current?.querySelectorAll<HTMLElement>('[data-toast-action]') ?? [])].at(-1)
      if (event.key !== REACH || !newest) return
      event.preventDefault()
      newest.focus()
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [])
  return (
    <section ref={region} className={classes['region']} aria-label={t('ui.toast.region')}>
      <div className={classes['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <Shown key={toast.id} toast={toast} close={t('ui.toast.close')} />
        ))}
      </div>
    </section>
  )
}
