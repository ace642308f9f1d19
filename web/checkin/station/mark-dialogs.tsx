import { useState } from 'react'
import { spacedCode } from '#contract/checkin/codes.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { RefusedAct } from '../offline/refused-acts.ts'
import type { Desk } from './desk/desk.ts'
import classes from './desk/station.module.css'
import type { Lack } from './desk/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import type { Incident } from '#contract/checkin/incidents.ts'
import { can, sessionQuery } from '../../session/session.ts'
import { IncidentList } from '../custody/incidents.tsx'

const kinds = {
  check_in: 'checkin.station.actCheckIn',
  walk_in: 'checkin.station.actWalkIn',
  check_out: 'checkin.station.actCheckOut',
  refuse: 'checkin.station.actRefuse',
} as const satisfies Record<RefusedAct['act']['kind'], TextId>

const reasons: Partial<Record<string, TextId>> = {
  class_full: 'checkin.station.reasonFull',
  not_released: 'checkin.station.reasonRelease',
  wrong_code: 'checkin.station.reasonCode',
  not_found: 'checkin.station.reasonGone',
  class_removed: 'checkin.station.reasonGone',
  gone_home: 'checkin.station.reasonGoneHome',
  odd_time: 'checkin.station.reasonOddTime',
  station_revoked: 'checkin.station.reasonRevoked',
}

/** What was done without a network and not taken over: each is looked at by a person and then put away. */
export function RefusedDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('checkin.station.refusedTitle')}>
      <p>{t('checkin.station.refusedText')}</p>
      <ul className={classes['refused']}>
        {desk.refused.map((one) => (
          <Refused key={keyOf(one)} {...one} onSettle={() => desk.settle(one)} />
        ))}
      </ul>
    </Dialog>
  )
}

const keyOf = ({ stationId, number }: RefusedAct): string => `${stationId}.${number}`

/** Whom it was about, and why it was not taken over. Putting it away takes a second press: it is gone for good. */
function Refused({ act, doneAt, reason, names, phone, conflicts, onSettle }: RefusedAct & { onSettle: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const [isSure, setSure] = useState(false)
  return (
    <li>
      <span className="grow">
        <b>{names.length > 0 ? names.join(', ') : t('checkin.station.nameless')}</b>
        <br />
        {t(kinds[act.kind])}, {format.time(doneAt)}
        {act.code && (
          <>
            {', '}
            <bdi dir="ltr">{spacedCode(act.code)}</bdi>
          </>
        )}
        {phone && (
          <>
            {', '}
            <a href={`tel:${phone}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </>
        )}
        <br />
        <span className="muted">{t(reasons[reason] ?? 'checkin.station.reasonOther')}</span>
        {conflicts.map(({ childName, collectorName, at, stationName, eventName }) => (
          <span key={`${childName} ${at}`} className={classes['elsewhere']}>
            {t('checkin.station.goneWith', {
              child: childName ?? t('checkin.entry.aChild'),
              collector: collectorName ?? t('checkin.entry.somebody'),
              when: format.time(at),
              where: [stationName, eventName].filter(Boolean).join(', '),
            })}
          </span>
        ))}
      </span>
      <Button size="sm" onClick={isSure ? onSettle : () => setSure(true)}>
        {t(isSure ? 'checkin.station.settledSure' : 'checkin.station.settled')}
      </Button>
    </li>
  )
}

const words = {
  storage: ['checkin.station.lackStorage', 'checkin.station.lackStorageText'],
  page: ['checkin.station.lackPage', 'checkin.station.lackPageText'],
  leader: ['checkin.station.lackLeader', 'checkin.station.lackLeaderText'],
  pack: ['checkin.station.lackPack', 'checkin.station.lackPackText'],
  codes: ['checkin.station.lackCodes', 'checkin.station.lackCodesText'],
  old: ['checkin.station.lackOld', 'checkin.station.lackOldText'],
} as const satisfies Record<Lack, readonly [TextId, TextId]>

/** What is missing before the network may go, and what to do about it. */
export function ReadinessDialog({ lacks, onClose }: { lacks: readonly Lack[]; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('checkin.station.needsNetwork')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('checkin.station.understood')}
        </Button>
      }
    >
      <p>{t('checkin.station.needsNetworkText')}</p>
      <ul className={classes['lacks']}>
        {lacks.map((lack) => (
          <li key={lack}>
            <b>{t(words[lack][0])}</b>
            <span className="muted">{t(words[lack][1])}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** What stations do not agree about, at every station, until somebody who leads the check-in has settled it. */
export function IncidentsDialog({ incidents, onClose }: { incidents: readonly Incident[]; onClose: () => void }) {
  const t = useTexts()
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return (
    <Dialog open onClose={onClose} title={t('checkin.incident.title')}>
      <p>{t('checkin.incident.text')}</p>
      <IncidentList incidents={incidents} maySettle={session ? can(session, 'checkin.manage') : false} />
    </Dialog>
  )
}
