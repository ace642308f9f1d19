import { useEffect, useState } from 'react'
import { presentTime } from '../../device/clock.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { dropHere, readHere, type KeptHere } from '../draft/kept-here.ts'
import classes from './compose.module.css'

/** What was written on this device while the server could not be reached, and was never saved. */
export function useLeftHere() {
  const { accountId } = useSession()
  const [left, setLeft] = useState<KeptHere | null>(null)
  useEffect(() => {
    let isHere = true
    void readHere(accountId, presentTime()).then((found) => isHere && setLeft(found))
    return () => {
      isHere = false
    }
  }, [accountId])
  return {
    left,
    /** It stands in the form now, which keeps it. */
    taken: () => setLeft(null),
    drop: () => {
      if (left) void dropHere(left.id)
      setLeft(null)
    },
  }
}

type LeftHereProps = { left: KeptHere; onUse: () => void; onDrop: () => void }

/** Offers it, so that nothing is lost that was written without a network. */
export function LeftHere({ left, onUse, onDrop }: LeftHereProps) {
  const t = useTexts()
  const { lately } = useFormat()
  return (
    <Note
      tone="info"
      action={
        <span className={classes['leftActs']}>
          <Button size="sm" onClick={onUse}>
            {t('messaging.draft.goOnWriting')}
          </Button>
          <Button kind="quiet" size="sm" onClick={onDrop}>
            {t('messaging.compose.discard')}
          </Button>
        </span>
      }
    >
      <p className="strong">{t('messaging.draft.leftHere', { time: lately(left.at) })}</p>
      {left.body.content.message.trim() !== '' && (
        <p className={`${classes['leftText']} small muted`} dir="auto">
          {left.body.content.message}
        </p>
      )}
    </Note>
  )
}
