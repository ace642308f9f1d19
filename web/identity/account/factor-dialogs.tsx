import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { ConfirmDialog, RecoveryCodes, SetupDialog } from '../../ui/second-factor/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useFactorCalls } from './queries.ts'

export type FactorAct = 'set-up' | 'renew' | 'stop'
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
export function FactorDialogs({ act, onClose }: ActProps & { act: FactorAct }) {
  const Picked = dialogs[act]
  return <Picked onClose={onClose} />
}
