import { useState } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconShieldLock } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './account.module.css'
import { FactorDialogs, type FactorAct } from './factor-dialogs.tsx'
import { useSecondFactor } from './queries.ts'

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
export function FactorCard() {
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
