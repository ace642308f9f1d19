import { useState } from 'react'
import { textOf, useFormCall } from '../../lib/form-call.ts'
import type { ApiFailure } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { PasswordField, TextField } from '../controls/field.tsx'
import { FactorFailure } from './factor-failure.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

export type Setup = { secret: string; uri: string; setup: string }

type SetupDialogProps = {
  onStart: (password: string) => Promise<Setup>
  /** Answers recovery codes where there are some. */
  onConfirm: (setup: string, code: string) => Promise<readonly string[]>
  onClose: () => void
}

/** An authenticator app in three steps: the password, the code to scan and to type, the recovery codes to keep. */
export function SetupDialog({ onStart, onConfirm, onClose }: SetupDialogProps) {
  const t = useTexts()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirm = async (code: string) => {
    const given = await onConfirm(setup?.setup ?? '', code)
    if (given.length === 0) onClose()
    else setCodes(given)
  }
  return (
    <Dialog open onClose={onClose} title={t(codes ? 'ui.factor.codesTitle' : 'ui.factor.title')}>
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
      {!codes && setup && <Scan setup={setup} onConfirm={confirm} />}
      {!codes && !setup && <AskPassword onPassword={async (password) => setSetup(await onStart(password))} />}
    </Dialog>
  )
}

/** The password again, before anything about the sign-in changes. */
export function AskPassword({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall((form) => onPassword(textOf(form, 'password')))
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p>{t('ui.factor.askPassword')}</p>
      <FactorFailure failure={failure} />
      <PasswordField
        label={t('ui.factor.password')}
        name="password"
        autoComplete="current-password"
        maxLength={200}
        required
      />
      <Button type="submit" kind="primary" block busy={busy}>
        {t('ui.factor.goOn')}
      </Button>
    </form>
  )
}

function Scan({ setup: { secret, uri }, onConfirm }: { setup: Setup; onConfirm: (code: string) => Promise<void> }) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall((form) => onConfirm(textOf(form, 'code').replaceAll(/\s/g, '')))
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p>{t('ui.factor.scan')}</p>
      <QrCode text={uri} label={t('ui.factor.qr')} />
      <p className="small muted">{t('ui.factor.orType')}</p>
      <p className={classes['secret']}>
        <bdi dir="ltr">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
      </p>
      <FactorFailure failure={wordless(failure)} />
      <TextField
        label={t('ui.factor.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        maxLength={12}
        error={failure?.code === 'wrong_code' ? t('ui.factor.wrongCode') : undefined}
        required
      />
      <Button type="submit" kind="primary" block busy={busy}>
        {t('ui.factor.switchOn')}
      </Button>
    </form>
  )
}

/** A wrong code is said at its field. */
const wordless = (failure: ApiFailure | null) => (failure?.code === 'wrong_code' ? null : failure)
