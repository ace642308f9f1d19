import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { RefusedAct } from '../offline/station-device.ts'
import type { Desk } from './desk.ts'
import classes from './station.module.css'

const kinds = {
  check_in: 'checkin.station.actCheckIn',
  walk_in: 'checkin.station.actWalkIn',
  check_out: 'checkin.station.actCheckOut',
} as const satisfies Record<RefusedAct['act']['kind'], TextId>

const reasons: Partial<Record<string, TextId>> = {
  class_full: 'checkin.station.reasonFull',
  not_released: 'checkin.station.reasonRelease',
  wrong_code: 'checkin.station.reasonCode',
  not_found: 'checkin.station.reasonGone',
  class_removed: 'checkin.station.reasonGone',
  station_revoked: 'checkin.station.reasonRevoked',
}

/** What was done without a network and not taken over: each is looked at by a person and then put away. */
export function RefusedDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Dialog open onClose={onClose} title={t('checkin.station.refusedTitle')}>
      <p>{t('checkin.station.refusedText')}</p>
      <ul className={classes['refused']}>
        {desk.refused.map((one) => (
          <li key={one.number}>
            <span className="grow">
              <b>{t(kinds[one.act.kind])}</b>, {format.time(one.doneAt)}
              <br />
              <span className="muted">{t(reasons[one.reason] ?? 'checkin.station.reasonOther')}</span>
            </span>
            <Button size="sm" onClick={() => desk.settle(one.number)}>
              {t('checkin.station.settled')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
