import type { Verdict } from '#contract/checkin/station.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { groupPhone } from '../../../languages/phone.ts'
import { IconHandStop } from '../../../ui/icons.ts'
import { Face } from '../../../ui/marks/face.tsx'
import { Phone } from '../../../ui/marks/phone.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import classes from './leaving.module.css'
import { verdictWords, type Collector } from './verdicts.ts'

const roleWords: Partial<Record<number, TextId>> = {
  1: 'checkin.station.role1',
  2: 'checkin.station.role2',
  6: 'checkin.station.role6',
  7: 'checkin.station.role7',
}

type CollectorCardProps = {
  collector: Collector
  verdict: Verdict
  isChosen: boolean
  onChoose: () => void
}

/** Somebody who may stand at the desk: picture first, then what the rules say of them, in words. */
export function CollectorCard({ collector, verdict, isChosen, onChoose }: CollectorCardProps) {
  const t = useTexts()
  const { name, role, phone, pictureUrl, note } = collector
  const isRefused = verdict === 'not_authorised'
  const roleWord = roleWords[role]
  return (
    <label className={`${classes['collector']} ${isRefused ? classes['refused'] : ''}`}>
      <input type="radio" name="collector" className="vh" checked={isChosen} onChange={onChoose} />
      <Face firstName={name} pictureUrl={pictureUrl} size="xl" />
      <span className={classes['collectorName']}>{name}</span>
      <span className={classes['line']}>
        {roleWord && t(roleWord)}
        {phone && (
          <>
            {roleWord && ' · '}
            <Phone value={groupPhone(phone)} />
          </>
        )}
      </span>
      {isRefused ? (
        <span className={classes['never']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          {t(verdictWords[verdict])}
        </span>
      ) : (
        <Badge tone={verdict === 'allowed' ? 'ok' : 'warn'}>{t(verdictWords[verdict])}</Badge>
      )}
      {note && <span className={classes['line']}>{note}</span>}
    </label>
  )
}

/** Somebody who is on no list: two of the staff decide. */
export function SomebodyElse({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const t = useTexts()
  return (
    <label className={classes['collector']}>
      <input type="radio" name="collector" className="vh" checked={isChosen} onChange={onChoose} />
      <Face firstName="?" size="xl" plain />
      <span className={classes['collectorName']}>{t('checkin.station.somebodyElse')}</span>
      <Badge tone="warn">{t('checkin.station.verdictNoGrant')}</Badge>
    </label>
  )
}
