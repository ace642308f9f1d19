import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { Lack } from './readiness.ts'
import classes from './station.module.css'

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
