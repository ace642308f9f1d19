import { useState } from 'react'
import { textOf, useFormCall } from '../../api/use-act.ts'
import type { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { PasswordField, TextField } from '../controls/field.tsx'
import { FactorFailure } from './factor-failure.tsx'
import { QrCode } from '../marks/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

type Setup = { secret: string; uri: string; setup: string }

type SetupStepsProps = {
  /** `code`: of the app before, or a recovery code, where one is on already. */
  onStart: (password: string, code: string) => Promise<Setup>
  /** Answers recovery codes where there are some. */
  onConfirm: (setup: string, code: string) => Promise<readonly string[]>
  /** A factor is on already, and this one replaces it. */
  isReplacing?: boolean
  /** The app is set up, and its recovery codes are shown. */
  onCodes?: () => void
  onDone: () => void
}

/** An authenticator app in three steps: the password, the code to scan and to type, the recovery codes to keep. */
export function SetupSteps({ onStart, onConfirm, isReplacing = false, onCodes, onDone }: SetupStepsProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirm = async (code: string) => {
    const given = await onConfirm(setup?.setup ?? '', code)
    if (given.length === 0) return onDone()
    setCodes(given)
    onCodes?.()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <Scan setup={setup} onConfirm={confirm} />
  return (
    <AskPassword
      asksCode={isReplacing}
      onPassword={async (password, code) => setSetup(await onStart(password, code))}
    />
  )
}

type SetupDialogProps = Omit<SetupStepsProps, 'onCodes' | 'onDone'> & { onClose: () => void }

/** The same in a dialog. */
export function SetupDialog({ onClose, ...steps }: SetupDialogProps) {
  const t = useTexts()
  const [hasCodes, setHasCodes] = useState(false)
  return (
    <Dialog open onClose={onClose} title={t(hasCodes ? 'ui.factor.codesTitle' : 'ui.factor.title')}>
      <SetupSteps {...steps} onCodes={() => setHasCodes(true)} onDone={onClose} />
    </Dialog>
  )
}

type AskPasswordProps = { asksCode: boolean; onPassword: (password: string, code: string) => Promise<void> }

/** The password again, before anything about the sign-in changes. */
function AskPassword({ asksCode, onPassword }: AskPasswordProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall((form) =>
    onPassword(textOf(form, 'password'), textOf(form, 'code').replaceAll(/\s/g, '')),
  )
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
      {asksCode && (
        <TextField
          label={t('ui.factor.codeOrRecovery')}
          name="code"
          autoComplete="one-time-code"
          minLength={6}
          maxLength={20}
          required
        />
      )}
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
      <QrCode text={uri} label={t('ui.factor.qr')} className={classes['qr']} />
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
