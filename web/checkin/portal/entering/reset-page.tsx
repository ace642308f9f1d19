import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  readDoor,
  type PortalChurch,
  familyResetPassword,
  openFamilySession,
  familyRetrievePassword,
} from '#contract/checkin/door.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { useTexts } from '../../../languages/index.ts'
import { churchPath, portalPaths } from '../../../routing/portal-paths.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useParam, useRead } from '../reading/use-read.ts'
import { UnknownChurch } from './church-page.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField, PasswordField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../reading/failure-words.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { useLetIn } from './use-sign-in.ts'

/** What was typed goes as an e-mail address or as a phone number. */
const addressOf = (typed: string): { email: string } | { phoneNumber: string } =>
  typed.includes('@') ? { email: typed } : { phoneNumber: typed }

/** Sends a code; the answer is the same for known and unknown addresses. */
async function askForCode(typed: string, tenantId: string | undefined): Promise<void> {
  await call(familyRetrievePassword, { body: { ...addressOf(typed), ...(tenantId && { tenantId }) } })
}

type ChoosePasswordProps = { address: string; tenantId: string | undefined; onOther: () => void }

/** The code is on its way: it comes with a new password, and whoever has it is signed in. */
function ChoosePassword({ address, tenantId, onOther }: ChoosePasswordProps) {
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

type AskForCodeProps = { tenantId: string | undefined; onSent: (address: string) => void }

function AskForCode({ tenantId, onSent }: AskForCodeProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const address = textOf(form, 'userName').trim()
    await askForCode(address, tenantId)
    onSent(address)
  })
  return (
    <>
      {failure && <Note tone="bad">{failureWords(t, failure)}</Note>}
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('portal.church.userName')}
          name="userName"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          required
        />
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('portal.reset.send')}
        </Button>
      </form>
    </>
  )
}

/** One-time code, in two steps; also the way in for families whom the church knows and who have no password yet. */
function Steps({ church }: { church?: PortalChurch }) {
  const t = useTexts()
  const [address, setAddress] = useState('')
  return (
    <EntryFrame
      church={church}
      title={t(address ? 'portal.reset.codeTitle' : 'portal.reset.title')}
      text={t(address ? 'portal.reset.codeText' : 'portal.reset.text')}
    >
      {address ? (
        <ChoosePassword address={address} tenantId={church?.id} onOther={() => setAddress('')} />
      ) : (
        <AskForCode tenantId={church?.id} onSent={setAddress} />
      )}
      <p>
        <Link to={church ? churchPath(church.slug) : portalPaths.entrance}>{t('portal.reset.back')}</Link>
      </p>
    </EntryFrame>
  )
}

function StepsAt({ slug }: { slug: string }) {
  const { data, failure, reload } = useRead(readDoor, { params: { slug } })
  if (data) return <Steps church={data} />
  if (failure === undefined) return <Spinner />
  if (failure instanceof ApiFailure && failure.code === 'not_found') return <UnknownChurch />
  return (
    <main>
      <Failed failure={failure} onRetry={reload} />
    </main>
  )
}

export function ResetPage() {
  const slug = useParam('church')
  return slug ? <StepsAt slug={slug} /> : <Steps />
}
