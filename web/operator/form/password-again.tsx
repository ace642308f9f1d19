import { useEffect, useState } from 'react'
import { confirmConsole, readConsole } from '#contract/operator/session.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { PasswordField } from '../../ui/controls/field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import parts from './console.module.css'
import type { Endpoint } from '#contract/endpoint.ts'
import { listChanges } from '#contract/operator/changes.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'

type Asked = { settle: (isTyped: boolean) => void }
let show: ((asked: Asked | null) => void) | null = null

/** Does what moves money or power; where the password was typed too long ago it is asked for, and then it is done. */
export async function recently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'password_needed' || !show) throw failure
    const open = show
    if (!(await new Promise<boolean>((settle) => open({ settle })))) throw failure
    return work()
  }
}

/** Asks for the password once more, above whatever stands open. Mounted once, in the console's door. */
export function PasswordAgain() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    show = setAsked
    return () => {
      show = null
    }
  }, [])
  if (!asked) return null
  const close = (isTyped: boolean) => {
    setAsked(null)
    asked.settle(isTyped)
  }
  return <AskAgain onTyped={() => close(true)} onClose={() => close(false)} />
}

function AskAgain({ onTyped, onClose }: { onTyped: () => void; onClose: () => void }) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    await call(confirmConsole, { body: { password: textOf(form, 'password') } }, { quiet: true })
    onTyped()
  })
  return (
    <Dialog open onClose={onClose} title={t('operator.again.title')}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="muted">{t('operator.again.text')}</p>
        <ConsoleFailure failure={failure} words={{ wrong_credentials: 'operator.again.wrong' }} />
        <PasswordField
          label={t('identity.signIn.password')}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <div className={parts['acts']}>
          <Button onClick={onClose}>{t('operator.form.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('operator.again.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What waits and the log, which every act changes. */
export const WITH_EACH = [readConsole, listConsoleLog, listChanges]

/** An act of the console; these reads change with it. What moves money or power is done `recently`. */
export const useConsoleCall = <Sent, Answer>(
  work: (sent: Sent) => Promise<Answer>,
  ...refreshes: readonly Endpoint[]
) => useCall(work, { refreshes: [...WITH_EACH, ...refreshes] })
