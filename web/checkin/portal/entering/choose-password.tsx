import { useState } from 'react'
import { familyResetPassword, openFamilySession } from '#contract/checkin/door.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { call } from '../../../lib/api.ts'
import { textOf, useFormCall } from '../../../lib/form-call.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../shared/failure-words.ts'
import { addressOf, askForCode } from './code-call.ts'
import { useLetIn } from './use-sign-in.ts'

type ChoosePasswordProps = { address: string; tenantId: string | undefined; onOther: () => void }

/** The code is on its way: it comes with a new password, and whoever has it is signed in. */
export function ChoosePassword({ address, tenantId, onOther }: ChoosePasswordProps) {
  const t = useTexts()
  const letIn = useLetIn()
  const [isSending, setSending] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const password = textOf(form, 'password')
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    const { returnObject } = await call(familyResetPassword, {
      body: { ...addressOf(address), ...(tenantId && { tenantId }), code, password },
    })
    await letIn(
      await call(openFamilySession, { body: { userName: address, password, tenantId: returnObject.tenantID } }),
    )
  })
  const sendAgain = async () => {
    setSending(true)
    try {
      await askForCode(address, tenantId)
      toast.ok(t('portal.reset.sent', { address }))
    } catch (refused) {
      toast.bad(failureWords(t, refused))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <div role="status">{!failure && <Note tone="ok">{t('portal.reset.sent', { address })}</Note>}</div>
      <form className="stack" onSubmit={onSubmit}>
        {/* So that the browser keeps the new password under the right name. */}
        <input type="text" name="userName" autoComplete="username" value={address} readOnly hidden />
        <TextField
          label={t('portal.reset.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          required
        />
        <PasswordField
          label={t('portal.church.newPassword')}
          hint={t('portal.church.passwordHint', { count: PASSWORD_MIN_LENGTH })}
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
        />
        {failure && <Note tone="bad">{failureWords(t, failure)}</Note>}
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('portal.reset.save')}
        </Button>
      </form>
      <div className="row wrap">
        <Button busy={isSending} onClick={() => void sendAgain()}>
          {t('portal.reset.again')}
        </Button>
        <Button kind="quiet" onClick={onOther}>
          {t('portal.reset.other')}
        </Button>
      </div>
    </>
  )
}
