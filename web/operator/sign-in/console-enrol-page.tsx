import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { closeConsole, confirmOperatorFactor, startOperatorFactor } from '#contract/operator/session.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { SetupSteps } from '../../ui/second-factor/index.ts'
import { ConsoleFrame } from './console-frame.tsx'

/** The first sign-in: an authenticator app is set up before anything else opens. */
export function ConsoleEnrolPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [hasCodes, setHasCodes] = useState(false)
  return (
    <ConsoleFrame
      title={t(hasCodes ? 'ui.factor.codesTitle' : 'operator.enrol.title')}
      text={t(hasCodes ? 'operator.enrol.codesText' : 'operator.enrol.text')}
    >
      <SetupSteps
        onStart={(password) => call(startOperatorFactor, { body: { password } }, { quiet: true })}
        onConfirm={async (setup, code) =>
          (await call(confirmOperatorFactor, { body: { setup, code } }, { quiet: true })).recoveryCodes
        }
        onCodes={() => setHasCodes(true)}
        onDone={() => void navigate({ to: paths.consoleChurches, replace: true })}
      />
      {!hasCodes && (
        <Link to={paths.consoleSignIn} onClick={() => void call(closeConsole, {}, { quiet: true }).catch(() => {})}>
          {t('operator.enrol.leave')}
        </Link>
      )}
    </ConsoleFrame>
  )
}
