import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './account.module.css'
import { PasswordCard } from './password-card.tsx'
import type { SessionRow } from '#contract/identity/account.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconLogout, IconShieldLock } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import { DeviceLine } from './device-line.tsx'
import { useEndOtherSessions, useEndSession, useSessions, useSecondFactor, useFactorCalls } from './queries.ts'
import { useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { ConfirmDialog, RecoveryCodes, SetupDialog } from '../../ui/second-factor/index.ts'

type FactorAct = 'set-up' | 'renew' | 'stop'
type ActProps = { onClose: () => void }

function SetUp({ onClose }: ActProps) {
  const { start, confirm } = useFactorCalls()
  return <SetupDialog onStart={start} onConfirm={confirm} onClose={onClose} />
}

function Renew({ onClose }: ActProps) {
  const t = useTexts()
  const { renew } = useFactorCalls()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <Dialog open onClose={onClose} title={t('ui.factor.codesTitle')}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={t('identity.account.renewTitle')}
      text={t('identity.account.renewText')}
      submit={t('identity.account.renewCodes')}
      onConfirm={async (proof) => setCodes(await renew(proof))}
      onClose={onClose}
    />
  )
}

function Stop({ onClose }: ActProps) {
  const t = useTexts()
  const { stop } = useFactorCalls()
  return (
    <ConfirmDialog
      title={t('identity.account.stopTitle')}
      text={t('identity.account.stopText')}
      submit={t('identity.account.switchOff')}
      onConfirm={async (proof) => {
        await stop(proof)
        toast.ok(t('identity.account.stopped'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const dialogs = { 'set-up': SetUp, renew: Renew, stop: Stop }

/** The dialog of what was picked. */
function FactorDialogs({ act, onClose }: ActProps & { act: FactorAct }) {
  const Picked = dialogs[act]
  return <Picked onClose={onClose} />
}

/** So few left that new ones are advised. */
const FEW_CODES = 3

type FactorProps = { factor: { since: string | null; recoveryCodesLeft: number }; onPick: (act: FactorAct) => void }

function IsOn({ factor: { since, recoveryCodesLeft }, onPick }: FactorProps) {
  const t = useTexts()
  const format = useFormat()
  const left = t('identity.account.codesLeft', { count: recoveryCodesLeft })
  return (
    <>
      {since && <p className="muted">{t('identity.account.factorSince', { at: format.dateTime(since) })}</p>}
      {recoveryCodesLeft < FEW_CODES ? <Note tone="warn">{left}</Note> : <p>{left}</p>}
      <div className={classes['acts']}>
        <Button onClick={() => onPick('renew')}>{t('identity.account.renewCodes')}</Button>
        <Button kind="danger" onClick={() => onPick('stop')}>
          {t('identity.account.switchOff')}
        </Button>
      </div>
    </>
  )
}

/** The second factor: whether it is on, and what can be done about it. */
function FactorCard() {
  const t = useTexts()
  const { data, error, refetch } = useSecondFactor()
  const [act, setAct] = useState<FactorAct | null>(null)
  const state = data && (
    <Badge tone={data.isOn ? 'ok' : 'neutral'}>
      {t(data.isOn ? 'identity.account.factorOn' : 'identity.account.factorOff')}
    </Badge>
  )
  return (
    <Card title={t('identity.account.factor')} aside={state}>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={1} />)}
      {data && (
        <div className={classes['part']}>
          {data.isOn ? (
            <IsOn factor={data} onPick={setAct} />
          ) : (
            <>
              <p className="muted">{t('identity.account.factorText')}</p>
              <Button icon={IconShieldLock} onClick={() => setAct('set-up')}>
                {t('identity.account.setUp')}
              </Button>
            </>
          )}
        </div>
      )}
      {act && <FactorDialogs act={act} onClose={() => setAct(null)} />}
    </Card>
  )
}

/** A device with its network and its times. */
function Device({ session }: { session: SessionRow }) {
  const t = useTexts()
  const end = useEndSession()
  const name = session.device ?? t('identity.account.unknownDevice')
  const signOut = () =>
    end.run(session.id, {
      done: () => toast.ok(t('identity.account.signedOut', { device: name })),
      failed: (failure) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) }),
    })
  return <DeviceLine session={session} busy={end.busy} onEnd={signOut} />
}

function Elsewhere() {
  const t = useTexts()
  const end = useEndOtherSessions()
  const signOut = () =>
    end.run(undefined, {
      done: ({ ended }) => toast.ok(t('identity.account.endedOthers', { count: ended })),
      failed: (failure) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) }),
    })
  return (
    <div className={classes['elsewhere']}>
      <div className={classes['acts']}>
        <Button icon={IconLogout} busy={end.busy} onClick={signOut}>
          {t('identity.account.endOthers')}
        </Button>
      </div>
    </div>
  )
}

/** Where the account is signed in. */
function Devices() {
  const t = useTexts()
  const { data, error, refetch } = useSessions()
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />
  return (
    <Card title={t('identity.account.devices')} padded={false}>
      <ul className={classes['devices']}>
        {data.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {data.some(({ isCurrent }) => !isCurrent) && <Elsewhere />}
    </Card>
  )
}

/** One's own password, second factor, and where one is signed in. */
export function AccountPage() {
  const t = useTexts()
  const { email } = useSession().person
  return (
    <>
      <PageHeader title={t('identity.account.title')}>{t('identity.account.text', { email })}</PageHeader>
      <div className={classes['board']}>
        <Devices />
        <div className="stack">
          <FactorCard />
          <PasswordCard />
        </div>
      </div>
    </>
  )
}
