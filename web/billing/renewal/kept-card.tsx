import { useState } from 'react'
import type { Renewal } from '#contract/billing/renewal.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCreditCard } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { endsBefore, useCardName } from './card-words.ts'
import { useRemoveCard } from './queries.ts'
import classes from './renewal.module.css'

/** Asks once more: the renewal is switched off with the card. */
function RemoveDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const remove = useRemoveCard()
  const confirm = () =>
    remove.run(undefined, {
      done: () => {
        toast.ok(t('billing.renewal.removed'))
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('billing.renewal.keep')}</Button>
      <Button kind="danger" busy={remove.busy} onClick={confirm}>
        {t('billing.renewal.remove')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('billing.renewal.removeTitle')} actions={actions}>
      <p>{t('billing.renewal.removeText', { day: format.day(church.expiresOn) })}</p>
      {remove.failure && <Note tone="bad">{t(failureText(remove.failure))}</Note>}
    </Dialog>
  )
}

/** `onChange`: leads to paying with another card; null: not now. */
type KeptCardProps = { renewal: Renewal; onChange: (() => void) | null }

/** The card that is kept, by what its owner knows it by. */
export function KeptCard({ renewal: { card, next }, onChange }: KeptCardProps) {
  const t = useTexts()
  const nameOf = useCardName()
  const mayRemove = useCan('billing.manage')
  const [isRemoving, setRemoving] = useState(false)
  if (!card) return null
  const { expMonth, expYear } = card
  const expiry = { month: String(expMonth).padStart(2, '0'), year: String(expYear) }
  return (
    <>
      <div className={classes['card']}>
        <IconCreditCard size={20} stroke={1.75} aria-hidden="true" />
        <span className="grow">
          <bdi className="strong num">{nameOf(card)}</bdi>
          <span className="small muted num">{t('billing.renewal.expires', expiry)}</span>
        </span>
        <div className={classes['ways']}>
          {onChange && (
            <Button kind="quiet" size="sm" onClick={onChange}>
              {t('billing.renewal.change')}
            </Button>
          )}
          {mayRemove && (
            <Button kind="quiet" size="sm" onClick={() => setRemoving(true)}>
              {t('billing.renewal.remove')}
            </Button>
          )}
        </div>
      </div>
      {next && endsBefore(card, next.takenOn) && <Note tone="warn">{t('billing.renewal.cardEnds')}</Note>}
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  )
}
