import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './subscription.module.css'

const DOLLARS = 'USD'

type PayingFromProps = {
  currency: string
  /** Those that something is sold in. */
  currencies: readonly string[]
  onChange: (currency: string | undefined) => void
}

type Place = 'unitedStates' | 'africa'

function PlaceDialog({
  place,
  onChoose,
  onClose,
}: {
  place: Place
  onChoose: (place: Place) => void
  onClose: () => void
}) {
  const t = useTexts()
  const [chosen, setChosen] = useState(place)
  const actions = (
    <>
      <Button onClick={onClose}>{t('billing.location.cancel')}</Button>
      <Button kind="primary" onClick={() => onChoose(chosen)}>
        {t('billing.proof.continue')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('billing.location.title')} actions={actions}>
      <div className={classes['places']} role="radiogroup" aria-label={t('billing.location.title')}>
        {(['unitedStates', 'africa'] as const).map((one) => (
          <label key={one} className={classes['from']}>
            <input type="radio" name="place" checked={chosen === one} onChange={() => setChosen(one)} />
            <span>{t(one === 'africa' ? 'billing.location.africa' : 'billing.location.unitedStates')}</span>
          </label>
        ))}
      </div>
    </Dialog>
  )
}

/** Where the payer is: whoever pays from the United States pays in dollars, others in the church's own currency. */
export function PayingFrom({ currency, currencies, onChange }: PayingFromProps) {
  const t = useTexts()
  const own = useSession().church.currency
  const [isOpen, setOpen] = useState(false)
  if (own === DOLLARS || !currencies.includes(own) || !currencies.includes(DOLLARS)) return null
  const place: Place = currency === DOLLARS ? 'unitedStates' : 'africa'
  const choose = (chosen: Place) => {
    setOpen(false)
    onChange(chosen === 'unitedStates' ? DOLLARS : undefined)
  }
  return (
    <p className={`small muted ${classes['paying']}`}>
      {t('billing.location.line', {
        place: t(place === 'africa' ? 'billing.location.africa' : 'billing.location.unitedStates'),
        currency,
      })}
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        {t('billing.location.change')}
      </Button>
      {isOpen && <PlaceDialog place={place} onChoose={choose} onClose={() => setOpen(false)} />}
    </p>
  )
}
